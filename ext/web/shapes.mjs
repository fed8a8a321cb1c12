// What stands where a model's file isn't here: a tree, a house, a bench and the like, of a few faces each, by the words in the
// model's name. Sizes are those that such models mostly have, in tiles.
import {BoxGeometry, BufferAttribute, Color, CylinderGeometry, IcosahedronGeometry, Vector3} from 'three';
import {mergeGeometries} from 'three/addons/utils/BufferGeometryUtils.js';
import {lights} from './bake.mjs';
import {fileOf} from './meanings.mjs';

const BARK = '#7d5d43', LEAVES = '#74994f', PALE_LEAVES = '#8bad60', DARK_LEAVES = '#5b8548', NEEDLES = '#4f7a57', CACTUS = '#5f8a5c', PALE_CACTUS = '#6f9a68', TIMBER = '#94693f', DARK_TIMBER = '#6d4e35', STONE = '#a8a299',
    PALE_STONE = '#c6bfb0', DARK_STONE = '#7f7a73', PLASTER = '#ddd2b8', TILES = '#a65b4c', SLATE = '#66707f', IRON = '#4d5158', GLOW = '#ffe9a0', CLOTH = '#9c5263', PALE_CLOTH = '#e2d8c3',
    DULL = '#e6e3de', CLAY_POT = '#b0704c', WATER = '#6fa3c8', CRYSTAL = '#8fc0dc', ORANGE = '#d2893c', PINK = '#d78fa6', YELLOW = '#e3c25a', WHITE = '#ece8df', SACK = '#c2a878', BRONZE = '#8d8368';

// Parts of a shape: each stands on the height y and has a colour; null is what the model's name says of its own
const box = (color, [wide, high, deep], [x, y, z] = [0, 0, 0]) => [new BoxGeometry(wide, high, deep).translate(x, y + high / 2, z), color];
const column = (color, [below, above, high, sides = 7], [x, y, z] = [0, 0, 0]) => [new CylinderGeometry(above, below, high, sides).translate(x, y + high / 2, z), color];
const ball = (color, [wide, high = wide, detail = 0], [x, y, z] = [0, 0, 0]) => [new IcosahedronGeometry(0.5, detail).scale(wide, high, wide).translate(x, y + high / 2, z), color];
// Two slopes over a house of that size, whose ridge runs from west to east
const gable = (color, [wide, high, deep], [x, y, z] = [0, 0, 0]) =>
    [new CylinderGeometry(1, 1, 1, 3).rotateZ(Math.PI / 2).rotateX(-Math.PI / 2).translate(0, 0.5, 0).scale(wide, high / 1.5, deep / Math.sqrt(3)).translate(x, y, z), color];
const four = (x, z, part) => [[-x, -z], [x, -z], [-x, z], [x, z]].map(([east, south]) => part(east, south));
const row = (count, apart, part) => Array.from({length: count}, (_, i) => part((i - (count - 1) / 2) * apart, i));

// The first whose words are in a name counts.
const kinds = [
    ['creature', /^creature$/, () => [column(CLOTH, [0.4, 0.25, 1.1]), ball('#d2a685', [0.42, 0.48, 1], [0, 1.15, 0]), column('#5f5a78', [0.45, 0.38, 0.5])]],
    ['way', /^waypoint$/, () => [column(DARK_TIMBER, [0.07, 0.07, 2.2, 5]), box(YELLOW, [0.9, 0.6, 0.06], [0.45, 1.6, 0])]],
    ['store', /^store$/, () => [...four(1, 0.7, (x, z) => box(DARK_TIMBER, [0.12, 2, 0.12], [x, 0, z])), box(TIMBER, [2, 0.8, 1], [0, 0, 0.2]), gable(CLOTH, [2.4, 0.8, 1.9], [0, 2, 0])]],
    ['item', /^item$/, () => [ball(SACK, [0.6, 0.5, 1])]],
    ['sound', /^sound$/, () => [column(DARK_TIMBER, [0.07, 0.07, 1.2, 5]), box(IRON, [0.5, 0.5, 0.4], [0, 1.2, 0]), [new CylinderGeometry(0.45, 0.12, 0.4, 12).rotateX(Math.PI / 2).translate(0, 1.45, 0.35), PALE_STONE]]],
    ['zone', /^(trigger|encounter)$/, () => [column(IRON, [0.55, 0.55, 0.05, 20])]], // a place on the ground
    ['start', /^start$/, () => [column('#1d1d1b', [0.9, 0.9, 0.12, 28]), column('#ffd400', [0.7, 0.7, 0.16, 28]), column('#1d1d1b', [0.08, 0.08, 5.2, 6]), ball('#ffd400', [1.3, 1.3, 1], [0, 5.2, 0])]],
    // what stands on a region, of a known width; it goes on below the ground
    ['static object', /^static object$/, () => [box('#c4c4c4', [0.8, 0.8, 0.55], [0, -0.3, 0]), box(null, [0.86, 0.12, 0.61], [0, 0.48, 0])]],
    ['animated object', /^animated object$/, () => [column('#c4c4c4', [0.4, 0.4, 0.45, 20], [0, -0.3, 0]), column(null, [0.44, 0.02, 0.75, 20], [0, 0.15, 0])]],
    ['named object', /^named object$/, () => [box('#d8d8d8', [0.7, 0.75, 0.55], [0, -0.3, 0]), gable(null, [0.8, 0.4, 0.7], [0, 0.45, 0])]],
    ['landmark', /^landmark$/, () => [column('#d8d8d8', [0.36, 0.28, 1.2, 8], [0, -0.2, 0]), column(null, [0.4, 0, 0.5, 8], [0, 1, 0])]],
    ['flower pot', /화분|flower ?pot|flowerbasket|planter/, () => [column(CLAY_POT, [0.45, 0.65, 0.8]), ball(LEAVES, [1.5, 1.1], [0, 0.7, 0]), ball(PINK, [0.5], [0.35, 1.4, 0.2]), ball(YELLOW, [0.45], [-0.3, 1.45, 0.15]), ball(WHITE, [0.4], [0, 1.6, -0.3])]],
    ['pumpkin', /호박(?!덩쿨|넝쿨)|pumpkin/, () => [ball(ORANGE, [1.1, 0.8, 1]), column(DARK_LEAVES, [0.08, 0.05, 0.3, 4], [0, 0.75, 0])]],
    ['melon', /멜론|수박|melon|cabbage/, () => [ball(PALE_LEAVES, [0.9, 0.75, 1])]],
    ['vine', /넝쿨|덩쿨|덩굴|vine|ivy/, () => [...row(4, 0.5, (x, i) => ball(i % 2 ? LEAVES : DARK_LEAVES, [0.8, 0.4], [x, 0, (i % 2 - 0.5) * 0.6])), ball(ORANGE, [0.5, 0.4], [0.3, 0, 0.5])]],
    ['flowers', /꽃(?!무늬|병)|flower|rose(?!wood)|tulip/, () => [ball(LEAVES, [1.3, 0.5]), ball(PINK, [0.4], [0.3, 0.4, 0.25]), ball(WHITE, [0.35], [-0.35, 0.4, 0.1]), ball(PINK, [0.35], [0, 0.45, -0.35]), ball(YELLOW, [0.3], [-0.1, 0.45, 0.4])]],
    ['grass', /잔디|풀(?![가-힣])|잡초|나뭇잎|낙엽|grass|leaf|leaves|weed|fern|reed/, () => row(5, 0.28, (x, i) => column(i % 2 ? LEAVES : PALE_LEAVES, [0.16, 0, 0.5 + 0.2 * (i % 3), 3], [x, 0, [0.2, -0.25, 0.05, 0.3, -0.15][i]]))],
    ['cactus', /선인장|cactus|cacti(?![a-z])/, () => [column(CACTUS, [0.45, 0.42, 2.6, 8]), ball(CACTUS, [0.84, 0.8, 1], [0, 2.2, 0]), ...[-1, 1].flatMap(side => [
        [new CylinderGeometry(0.24, 0.24, 0.8, 7).rotateZ(Math.PI / 2).translate(side * 0.7, 1.1 + 0.25 * side, 0), CACTUS], column(PALE_CACTUS, [0.26, 0.24, 1, 7], [side * 1.05, 0.95 + 0.25 * side, 0]), ball(PALE_CACTUS, [0.48, 0.5, 1], [side * 1.05, 1.7 + 0.25 * side, 0])])]],
    ['bush', /덤불|관목|bush|hedge|shrub/, () => [ball(DARK_LEAVES, [1.5, 1.2, 1], [-0.35, 0, 0.1]), ball(LEAVES, [1.3, 1.4, 1], [0.35, 0, -0.15]), ball(PALE_LEAVES, [0.9, 0.8], [0.3, 0, 0.5])]],
    ['stump', /등걸|그루터기|stump|(?<![a-z])logs?(?![a-z])|통나무|장작/, () => [column(BARK, [0.9, 0.7, 0.9]), column('#c9a577', [0.62, 0.62, 0.06], [0, 0.88, 0])]],
    ['fir', /소나무|전나무|침엽|크리스마스나무|트리(?![가-힣])|pine|(?<![a-z])fir|spruce|conifer|xmas_?tree/, () => [column(BARK, [0.4, 0.3, 1.4]), column(NEEDLES, [2.1, 0.8, 2.4], [0, 1.2, 0]), column(NEEDLES, [1.7, 0.5, 2.2], [0, 2.9, 0]), column(NEEDLES, [1.2, 0, 2.4], [0, 4.4, 0])]],
    ['palm', /야자|palm ?tree|(?<![a-z])palms?(?![a-z])|brasilis\\나무|coconut/, () => [column(BARK, [0.35, 0.22, 5.4]), ...row(6, 1, (_, i) => {
        const [leaf, color] = box(i % 2 ? LEAVES : PALE_LEAVES, [2.6, 0.14, 0.75], [1.25, 0, 0]);
        return [leaf.rotateZ(-0.42).rotateY(i * Math.PI / 3).translate(0, 5.5, 0), color];
    }), ball(BARK, [0.5], [0.2, 5, 0.2])]],
    ['bare tree', /고목|죽은나무|dead_?tree|bare_?tree/, () => [column(BARK, [0.5, 0.15, 5]), ...[0.5, 2.6, 4.6].map((turn, i) => [new CylinderGeometry(0.05, 0.2, 2.2, 5).translate(0, 1.1, 0).rotateZ(0.8).rotateY(turn).translate(0, 2 + 0.8 * i, 0), BARK])]],
    ['lamp', /가로등|실내등|전등|등불|램프|랜턴|샹들리에|촛대|(?<![가-힣])등\d|lamp|lantern|torch|candle|횃불/, () => [column(IRON, [0.35, 0.25, 0.25]), column(IRON, [0.1, 0.08, 3.2, 5], [0, 0.2, 0]), box(GLOW, [0.6, 0.7, 0.6], [0, 3.3, 0]), column(IRON, [0.55, 0, 0.4, 4], [0, 4, 0])]],
    ['tombstone', /비석|무덤|묘비|grave|tomb(?!stone_)|headstone/, () => [box(DARK_STONE, [1.6, 0.25, 1]), box(STONE, [1.1, 1.3, 0.35], [0, 0.25, 0]), [new CylinderGeometry(0.55, 0.55, 0.35, 10).rotateX(Math.PI / 2).translate(0, 1.55, 0), STONE]]],
    ['statue', /동상|석상|마리아상|조각상|천사상|statue|sculpture|gargoyle/, () => [box(STONE, [1.6, 0.5, 1.6]), box(PALE_STONE, [1.2, 1, 1.2], [0, 0.5, 0]), column(BRONZE, [0.6, 0.35, 2], [0, 1.5, 0]), ball(BRONZE, [1.2, 0.7], [0, 3, 0]), ball(BRONZE, [0.6, 0.7], [0, 3.55, 0])]],
    ['railing', /난간기둥|railing_?post/, () => [box(PALE_STONE, [0.8, 0.3, 0.8]), column('#bda98c', [0.32, 0.26, 1.1], [0, 0.3, 0]), box(PALE_STONE, [0.8, 0.22, 0.8], [0, 1.4, 0]), ball('#bda98c', [0.4], [0, 1.6, 0])]],
    ['fence', /난간|울타리|철조망|펜스|fence|rail(?!way)|palisade/, () => [...row(3, 1.1, x => box(TIMBER, [0.22, 1.3, 0.22], [x, 0, 0])), box(DARK_TIMBER, [2.6, 0.16, 0.1], [0, 0.4, 0]), box(DARK_TIMBER, [2.6, 0.16, 0.1], [0, 0.95, 0])]],
    ['pillar', /기둥|돌탑|column|pillar|obelisk|(?<![a-z])post(?![a-z])/, () => [box(STONE, [1.5, 0.4, 1.5]), column(PALE_STONE, [0.55, 0.48, 4.4, 9], [0, 0.4, 0]), box(STONE, [1.3, 0.4, 1.3], [0, 4.8, 0])]],
    ['crystal', /수정|크리스탈|보석|crystal|gem(?![a-z])/, () => [[0, 0, 0, 2.4], [0.6, 0.3, -0.3, 1.5], [-0.5, 0.35, 0.35, 1.2], [0.1, -0.5, 0.3, 0.9]].flatMap(([x, z, lean, high]) => [column(CRYSTAL, [0.22 * high / 2, 0.3 * high / 2, high * 0.7, 5], [x, 0, z]), column('#c9e4f0', [0.3 * high / 2, 0, high * 0.3, 5], [x, high * 0.7, z])].map(([part, color]) => [part.rotateZ(lean * 0.3), color]))],
    ['rock', /바위|암석|자갈|(?<![가-힣])돌(?![가-힣])|rock(?!et)|boulder|stone(?!wall|_?wall)/, () => [ball(STONE, [2, 1.3, 0]), ball(DARK_STONE, [1.1, 0.8], [0.9, 0, 0.5]), ball(PALE_STONE, [0.7, 0.5], [-0.8, 0, 0.7])]],
    ['shelf', /책장|진열장|진열대|선반|장식장|옷장|shelf|shelves|bookcase|cupboard|wardrobe|cabinet/, () => [box(DARK_TIMBER, [2.2, 2.7, 0.5], [0, 0, -0.2]), ...[0.2, 1, 1.8].flatMap((y, k) => [box(TIMBER, [2.2, 0.1, 0.9], [0, y, 0]), ...row(5, 0.38, (x, i) => box([CLOTH, SLATE, '#8d8a5a', SACK, '#5c7a6a'][(i + 2 * k) % 5], [0.28, 0.5 + 0.05 * (i % 3), 0.5], [x, y + 0.1, 0.1]))]), box(TIMBER, [2.3, 0.12, 1], [0, 2.65, 0])]],
    ['pew', /성당의자|벤치|소파|긴의자|bench|(?<![a-z])pew|sofa|couch/, () => [box(TIMBER, [3.6, 0.2, 1], [0, 0.7, 0]), box(TIMBER, [3.6, 1.1, 0.18], [0, 0.8, -0.45]), box(DARK_TIMBER, [0.2, 1.3, 1.1], [-1.75, 0, 0]), box(DARK_TIMBER, [0.2, 1.3, 1.1], [1.75, 0, 0])]],
    ['chair', /의자|옥좌|왕좌|chair|throne|stool/, () => [box(TIMBER, [1, 0.16, 1], [0, 0.55, 0]), box(CLOTH, [0.8, 0.08, 0.8], [0, 0.7, 0]), box(TIMBER, [1, 1, 0.15], [0, 0.65, -0.43]), ...four(0.4, 0.4, (x, z) => box(DARK_TIMBER, [0.14, 0.6, 0.14], [x, 0, z]))]],
    ['table', /탁상|탁자|원탁|테이블|책상|단상|제단|table(?!t)|desk|altar/, () => [box(TIMBER, [2.4, 0.18, 1.5], [0, 1, 0]), box(PALE_CLOTH, [1, 0.03, 1.54], [0, 1.17, 0]), ...four(1, 0.6, (x, z) => box(DARK_TIMBER, [0.18, 1, 0.18], [x, 0, z]))]],
    ['counter', /카운터|피아노|오르간|counter|(?<![a-z])bar(?![a-z])|piano/, () => [box(DARK_TIMBER, [3, 1.1, 0.9]), box(TIMBER, [3.3, 0.16, 1.2], [0, 1.1, 0])]],
    ['bed', /침대|(?<![a-z])bed(?!rock)/, () => [box(TIMBER, [1.6, 0.4, 3]), box(PALE_CLOTH, [1.45, 0.25, 2.8], [0, 0.4, 0]), box(CLOTH, [1.5, 0.1, 1.7], [0, 0.6, 0.5]), box(DARK_TIMBER, [1.6, 1.2, 0.15], [0, 0, -1.5])]],
    ['barrel', /술통|물통|오크통|(?<![가-힣])통(?![가-힣])|barrel|(?<![a-z])keg|항아리|(?<![a-z])(?:jar|urn|vase)(?![a-z])|꽃병|단지/, () => [column(TIMBER, [0.45, 0.58, 0.7, 9]), column(IRON, [0.6, 0.6, 0.12, 9], [0, 0.65, 0]), column(TIMBER, [0.58, 0.45, 0.6, 9], [0, 0.75, 0])]],
    ['sack', /가마니|보따리|자루|바구니|sack|(?<![a-z])bags?(?![a-z])|basket|bundle/, () => [ball(SACK, [1.1, 0.9, 1]), ball('#ab9063', [0.9, 0.7, 1], [0.7, 0, 0.3]), column('#ab9063', [0.18, 0.3, 0.25, 6], [0, 0.8, 0])]],
    ['crate', /상자|박스|궤짝|crate|chest(?!nut)|(?<![a-z])box|woodbox|coffin|관짝/, () => [box(TIMBER, [1.2, 1, 1.2]), box(DARK_TIMBER, [1.3, 0.16, 1.3], [0, 0, 0]), box(DARK_TIMBER, [1.3, 0.16, 1.3], [0, 0.9, 0])]],
    ['cart', /수레|마차|(?<![a-z])cart|wagon|carriage/, () => [box(TIMBER, [2.8, 0.2, 1.5], [0, 0.8, 0]), box(DARK_TIMBER, [2.8, 0.5, 0.12], [0, 1, 0.7]), box(DARK_TIMBER, [2.8, 0.5, 0.12], [0, 1, -0.7]), ...four(0.8, 0.85, (x, z) => [new CylinderGeometry(0.6, 0.6, 0.14, 9).rotateX(Math.PI / 2).translate(x, 0.6, z), DARK_TIMBER])]],
    ['fountain', /분수|우물|fountain|(?<![a-z])well(?![a-z])/, () => [column(STONE, [2.2, 2.1, 0.8, 12]), column(WATER, [1.8, 1.8, 0.1, 12], [0, 0.75, 0]), column(PALE_STONE, [0.4, 0.3, 1.8], [0, 0.6, 0]), column(PALE_STONE, [0.4, 1, 0.35, 10], [0, 2.2, 0]), ball(WATER, [0.5], [0, 2.5, 0])]],
    ['banner', /휘장|깃발|커텐|커튼|현수막|flag(?!stone)|banner|curtain|tapestry/, () => [column(DARK_TIMBER, [0.1, 0.1, 4, 5]), box(DARK_TIMBER, [1.8, 0.12, 0.12], [0.6, 3.7, 0]), box(CLOTH, [1.3, 2.4, 0.06], [0.7, 1.3, 0]), box(YELLOW, [1.3, 0.2, 0.08], [0.7, 1.3, 0])]],
    ['sign', /간판|표지판|이정표|게시판|(?<![a-z])sign(?:board|post)?s?(?![a-z])|billboard/, () => [box(DARK_TIMBER, [0.2, 2.2, 0.2]), box(TIMBER, [1.6, 0.9, 0.14], [0, 1.4, 0.1]), box(PALE_CLOTH, [1.3, 0.6, 0.16], [0, 1.55, 0.1])]],
    ['tent', /천막|텐트|막사|(?<![a-z])tent|pavilion/, () => [column(PALE_CLOTH, [3.2, 2.8, 1.6, 8]), column(CLOTH, [3.3, 0.1, 2.2, 8], [0, 1.6, 0]), box('#5b4a40', [1, 1.4, 0.2], [0, 0, 3])]],
    ['gate', /철문|성문|대문|입구|아치|(?<![가-힣])문(?![가-힣])|door|gate|arch(?![a-z])|portal|워프/, () => [box(STONE, [0.7, 3.4, 0.8], [-1.5, 0, 0]), box(STONE, [0.7, 3.4, 0.8], [1.5, 0, 0]), box(PALE_STONE, [4.1, 0.7, 1], [0, 3.4, 0]), box(DARK_TIMBER, [2.4, 3.3, 0.25]), ...[0.8, 2.2].map(y => box(IRON, [2.4, 0.16, 0.32], [0, y, 0]))]],
    ['tower', /탑(?![가-힣])|망루|등대|풍차|tower|windmill|lighthouse|castle|(?<![가-힣])성(?![가-힣])/, () => [column(STONE, [2.6, 2.1, 9, 10]), column(PALE_STONE, [2.6, 2.6, 0.7, 10], [0, 8.8, 0]), column(SLATE, [2.8, 0, 3.4, 10], [0, 9.5, 0]), box(DARK_TIMBER, [1.2, 2.2, 0.4], [0, 0, 2.4]), box(GLOW, [0.6, 1, 0.4], [0, 5, 2.15])]],
    ['house', /집(?![가-힣])|건물|여관|상점|주택|민가|가게|무기점|도구점|교회|길드|성당(?!의자|단상|피아노)|house|(?<![a-z])home|shop|(?<![a-z])inn(?![a-z])|church|guild|smithy|cottage|(?<![a-z])hut|building|cabin|tavern|chapel/, () => [box(STONE, [8.2, 0.7, 6.2]), box(PLASTER, [8, 4, 6], [0, 0.6, 0]), ...four(3.95, 2.95, (x, z) => box(DARK_TIMBER, [0.35, 4.1, 0.35], [x, 0.5, z])), box(DARK_TIMBER, [8.1, 0.3, 6.1], [0, 4.4, 0]), gable(PLASTER, [7.9, 3.6, 6], [0, 4.7, 0]), ...[-1, 1].map(side => {
        const [slab, color] = box(TILES, [9, 0.35, 4.9], [0, 0, 0]);
        return [slab.rotateX(side * 0.86).translate(0, 6.42, side * 1.65), color];
    }), box(DARK_TIMBER, [1.5, 2.6, 0.2], [0, 0.4, 3.02]), ...[-2.5, 2.5].map(x => box(SLATE, [1.3, 1.3, 0.2], [x, 2, 3.02])), ...[-2.5, 2.5].map(x => box(SLATE, [1.3, 1.3, 0.2], [x, 2, -3.02])), box(STONE, [0.9, 2.6, 0.9], [2.4, 6.6, -1.2])]],
    ['tree', /나무(?!다리|상자|의자|통|판|문|벽)|(?<![a-z])trees?|tree(?![a-z])/, () => [column(BARK, [0.5, 0.3, 2.6, 6]), ball(DARK_LEAVES, [3.6, 2.9, 1], [-0.7, 1.9, 0.4]), ball(LEAVES, [3.6, 3.2, 1], [0.6, 2.4, -0.4]), ball(PALE_LEAVES, [2.6, 2.3, 1], [0.1, 4, 0.2])]],
    ['bridge', /다리(?![가-힣])|bridge|부두|pier(?![a-z])|dock(?![a-z])/, () => [box(TIMBER, [5, 0.25, 2.4], [0, 0.1, 0]), ...[-1.2, 1.2].flatMap(z => [box(DARK_TIMBER, [5, 0.14, 0.14], [0, 1, z]), ...row(3, 2.2, x => box(DARK_TIMBER, [0.2, 1.1, 0.2], [x, 0, z]))])]],
    ['wall', /외벽|성벽|담벽|담장|벽(?![가-힣])|(?<![a-z])walls?(?![a-z])/, () => [box(STONE, [5, 2.6, 0.7]), box(PALE_STONE, [5.2, 0.3, 0.9], [0, 2.6, 0]), ...row(3, 1.8, x => box(PALE_STONE, [0.9, 0.5, 0.8], [x, 2.9, 0]))]],
    ['rug', /카펫|융단|carpet|(?<![a-z])rug(?![a-z])/, () => [box(CLOTH, [2.4, 0.06, 3.4]), box(YELLOW, [1.9, 0.08, 2.9]), box(CLOTH, [1.7, 0.1, 2.7])]],
    ['ball', /구슬|공(?![가-힣])|(?<![a-z])(?:ball|orb|globe)s?(?![a-z])/, () => [ball(null, [1.2, 1.2, 1])]],
];
const other = ['', null, () => [ball(null, [1.8, 1.1, 1]), ball(DULL, [1, 0.75, 1], [0.65, 0, 0.4]), ball(DULL, [0.7, 0.5, 1], [-0.65, 0, 0.5])]]; // of what no word tells: a lump

// Which kind a model's name says that it is. Folders count where the file's own name says nothing.
export function shapeOf(path) {
    const all = path.normalize('NFC').toLowerCase(), own = fileOf(all);
    return kinds.find(([, words]) => words.test(own) || (/\\\\/.test(words.source) && words.test(all))) ?? other;
}

// One geometry of a shape's parts, with colours, which paint makes what the renderer needs; each face is lit from above and from the north-west
export function geometryOf([, , parts], paint) {
    return mergeGeometries(parts().map(([part, color]) => {
        const flat = part.index ? part.toNonIndexed() : part, count = flat.attributes.position.count, colors = new Float32Array(3 * count);
        const own = paint(new Color(color ?? 'white')), lit = new Color(), normal = new Vector3();
        flat.deleteAttribute('uv');
        flat.computeVertexNormals();
        for (let i = 0; i < count; i++) {
            normal.fromBufferAttribute(flat.attributes.normal, i);
            lit.copy(own).multiplyScalar(0.73 + 0.11 * normal.y + 0.3 * Math.max(normal.dot(lights.towardsSun), 0)).toArray(colors, 3 * i);
        }
        flat.setAttribute('color', new BufferAttribute(colors, 3));
        return flat;
    }));
}

// Has a shape colours of its own, so that a name's meaning colours nothing of it?
export const isColored = ([name]) => !/^$|^ball$|^landmark$| object$/.test(name);
