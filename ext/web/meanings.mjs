// What names of textures and models say that they are, and the colour of each.
export const LEAF = '#6f9a52'; // of trees, too
export const BONE = '#d9cfb4', METAL = '#929dab',
    BRONZE = '#8d7a55', WOOD = '#94693f', GRASS = '#78a055', ROOF = '#a65b4c', PLASTER = '#d8ccb2', BRICK = '#ab715a',
    STONE = '#a8a299', PAVED = '#b5aa98', EARTH = '#a0845f', SAND = '#d0b988', SNOW = '#e3eaef', WATER = '#5d92bd', GLASS = '#9fc2cf', CRYSTAL = '#7fb3d1',
    STRAW = '#cdb068', LAVA = '#cc6238', FLOWER = '#c77f95', MARBLE = '#ddd6c8', CLOTH = '#7d4f5c', GOLD = '#c7a353', INSIDE = '#cfc2a8';

// What names say, in English and, as paths of Ragnarok Online do, in Korean: of several the first counts. A word counts where letters
// begin or end, as both do in "stonewall", short ones only as all of the letters ("bed"); a syllable of Korean alone, but for usual compounds.
const word = text => `(?<![a-z])(?:${text})(?![a-z])`;
export const ends = text => `(?<![a-z])(?:${text})|(?:${text})s?(?![a-z])`;
const syllable = text => `(?<![가-힣])(?:${text})(?![가-힣])`;
export const meanings = [
    [BONE, `${ends('skel|skull|bone')}|${word('ske|rib')}|해골|${syllable('뼈')}`],
    [WATER, `${ends('water|river|ocean')}|${word('sea|lake|pond')}|워터|바다|강물|호수|${syllable('물|물가|물결|물웅덩이')}`],
    [LAVA, `${ends('lava|magma|fire')}|용암|불꽃|횃불`],
    [CRYSTAL, `${ends('crystal')}|수정|크리스탈`],
    [SNOW, `${ends('snow')}|${word('ice[a-z]?')}|눈밭|얼음|설원`],
    [FLOWER, `${ends('flower|rose')}|꽃밭|꽃잎|꽃(?![가-힣])`],
    [LEAF, `${ends('leaf|leaves|bush|hedge|shrub|foliage')}|덤불|나뭇잎|넝쿨|이끼|식물|${syllable('잎|풀잎')}`],
    [GRASS, `${ends('grass|meadow|lawn|moss')}|초원|잔디|풀밭|풀바닥|숲속|${syllable('풀|숲|숲길')}`],
    [STRAW, `${ends('straw|wheat|thatch')}|${word('hay')}|밀밭|짚단|볏짚|${syllable('짚')}`],
    [ROOF, `${ends('roof')}|지붕`],
    [BRICK, `${ends('brick')}|벽돌`],
    [GLASS, `${ends('glass|window')}|창문|유리`],
    [GOLD, `${ends('gold|earring|jewel')}|황금`],
    [BRONZE, `${ends('statue|bronze')}|동상`],
    [METAL, `${ends('metal|iron|steel|armou?r|sword|blade|shield|chain')}|철판|철문|철창|철조망|금속|${syllable('철')}`],
    [WOOD, `${ends('wood|plank|timber|door|desk|table|chair|crate|barrel|fence|trunk|tree')}|${word('box|bed|bar')}|나무|목재|다리|책상|의자|상자|카운터|난간|울타리`],
    [MARBLE, `${ends('marble|temple|column|pillar')}|대리석|신전|기둥`],
    [SAND, `${ends('sand|desert|beach')}|${word('moc')}|모래|사막|모로코`],
    [CLOTH, `${ends('carpet|cloth|curtain|flag|banner|robe|cape|cloak')}|카펫|커튼|깃발`],
    [PAVED, `${ends('road|street|city|town|tile|floor')}|도시|마을|타일|${syllable('길|돌길|길바닥')}`],
    [STONE, `${ends('stone|rock|cobble|cliff|castle|wall|slate|cave')}|바위|절벽|성벽|외벽|내벽|벽면|담벽|돌담|돌벽|돌바닥|돌무덤|우물|동굴|던전|${syllable('돌|벽')}`],
    [EARTH, `${ends('dirt|soil|mud|earth|ground')}|맨땅|흙바닥|바닥|${syllable('흙|땅|흙길')}`],
].map(([color, words]) => [color, new RegExp(words, 'i')]);
// Words that begin or end with one of those and mean something else
const others = new RegExp([word('campfire|bonfire|driver|wallet|rockets?|broad|abroad|stable|constable|tablet|thousand|sandals?|password|hearth|crater|bishop'),
    '[a-z]*(?:scape|proof|prose|icity|ocity|acity|[xcp]tile|etable|outdoor|marigold|concave|translate|legislate|wardrobe|probe|caterpillar)(?![a-z])',
    'flag(?=stone)|rose(?=wood)|fire(?=wood|place)'].join('|'), 'gi');

export const fileOf = path => path.replace(/.*[\\/]/, '');
export const found = (list, text) => list.find(([, words]) => words.test(text))?.[0];
export const wordsOf = text => text.replace(/([a-z])(?=[A-Z])/g, '$1 ').replace(others, ' ');

// The colour of what a file's name says
export const meaningOf = path => found(meanings, wordsOf(fileOf(path)));

// The same of ground, of which a folder may say that it is inside a house; nothing where no name says anything
export const isInside = name => /내부|_in_|indoor/i.test(name);
export const groundMeaning = name => meaningOf(name) ?? (isInside(name) ? INSIDE : '');
