// What each report of sql/ answers, as a question of whoever has the files, and of which game they are.

const games = {gnd: 'Ragnarok Online', ro: 'Ragnarok Online', mdl: 'Neverwinter Nights', nwn: 'Neverwinter Nights',
    aswm: 'Neverwinter Nights 2', trn: 'Neverwinter Nights 2', jmx: 'Silkroad Online', gt: 'Firefall'};

const questions = {
    aswm_dead_tiles: 'Which tiles lost their walkmesh?',
    aswm_density_picture: 'Where are many triangles?',
    aswm_node_budget: 'Which tiles are near their limit of nodes?',
    aswm_pictures: 'How do the walkmeshes look?',
    aswm_svg: 'The walkmesh as a drawing (SVG)',
    aswm_totals: 'How much is there in all areas?',
    aswm_unreachable_islands: 'What can nobody reach on foot?',
    aswm_way_picture: 'How does one walk over the walkmesh?',
    export: 'All of it as statements of SQL',
    gnd_atlas_picture: 'The lightmaps side by side',
    gnd_contact_sheet: 'All maps at a glance',
    gnd_findings: 'Which maps have something odd?',
    gnd_heights_picture: 'How high is the ground?',
    gnd_lightmap_picture: 'Where does light and shadow fall?',
    gnd_obj: 'The ground as an OBJ file',
    gnd_slopes_picture: 'How steep is the ground?',
    gnd_textures: 'Which textures are used, and how much?',
    gnd_textures_picture: 'Which texture lies where?',
    gnd_versions: 'Which versions are these maps?',
    gt_damage: 'What is damaged in these chunks?',
    gt_materials: 'What are the objects made of?',
    gt_obj: 'The objects as an OBJ file',
    jmx_assets: 'What stands in this world?',
    jmx_blocked: 'How much of each region is blocked?',
    jmx_borders: 'Where do neighbours disagree about their border?',
    jmx_cells_picture: 'Which cells is the world made of?',
    jmx_heights_picture: 'How high are the regions?',
    jmx_links: 'Which links between objects lead nowhere?',
    jmx_odd_edges: 'Which edges are unlike all known ones?',
    jmx_reachable: 'How far does one come on foot?',
    jmx_way_picture: 'How does one walk from one region to another?',
    jmx_world_picture: 'The whole world as one picture',
    mdl_animations: 'Which animations do the models have?',
    mdl_compilers: 'Which program wrote these models?',
    mdl_drawing: 'Which meshes may not be drawn as meant?',
    mdl_limits: 'Which models break the limits of the game?',
    mdl_missing: 'What do these models need that is missing?',
    mdl_obj: 'The model as an OBJ file',
    mdl_tile_edges: 'Which sides of tiles fit to no other tile?',
    mdl_walkmesh: 'What are the walkmeshes made of?',
    mdl_walkmesh_changes: 'What did a change of walkmeshes take away?',
    nwn_area_pictures: 'How do the areas look from above?',
    nwn_area_way: 'How does one walk through the area?',
    nwn_blueprints: 'Which blueprints stand in which area?',
    nwn_missing: 'What does the module need that is missing?',
    nwn_off_walkmesh: 'What stands off the walkmesh?',
    nwn_reached: 'How far does one come from where the module begins?',
    nwn_references: 'Who names which row of a 2DA or text of the TLK?',
    nwn_seams: 'Where do neighbouring tiles part the ground?',
    nwn_transitions: 'Which transitions lead nowhere?',
    nwn_unusable: 'Which doors and placeables can nobody use?',
    ro_cache_against_gat: 'Does the server have the maps of the client?',
    ro_floors: 'Where do players float or sink?',
    ro_map_index_holes: 'Which maps of the server have no cells?',
    ro_models: 'Which models stand on the maps?',
    ro_names: 'How are the maps called?',
    ro_npcs_reached: 'Which NPCs does nobody come to?',
    ro_reached: 'Which warps and maps does one reach?',
    ro_route: 'How does one get from map to map?',
    ro_route_picture: 'The way from map to map as a picture',
    ro_spawns_in_walls: 'Which monsters spawn in walls?',
    ro_triples: 'Which files belong together, and do they fit?',
    ro_walkable: 'How much of the maps can be walked on?',
    ro_warp_loops: 'Which warps lead straight into others?',
    ro_warps_into_walls: 'Which warps lead into walls?',
    ro_way_picture: 'How does one walk over the map?',
    trn_against_trx: 'Does the baked area still fit its source?',
};

// A report without a question of its own is called by its file.
export function questionOf(report) {
    return questions[report] ?? report.replaceAll('_', ' ');
}

export function hasQuestion(report) {
    return report in questions;
}

export function gameOf(report) {
    return games[report.replace(/_.*/, '')] ?? 'Any files';
}
