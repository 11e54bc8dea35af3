/** What a thing is drawn with: its color, a darker one for seams and shadows, and a lighter one. */
export type Inks = { ink: string; dark: string; light: string };
type Draw = (inks: Inks) => string;

const SLEEVES_SHORT = 'M280 230l80-40q40 40 80 0l80 40 90 90-70 70-40-36v256H300V354l-40 36-70-70z';
const SLEEVES_LONG = 'M290 214l72-26q38 34 76 0l72 26 84 336-76 20-48-160v200H330V410l-48 160-76-20z';
const seam = (color: string, path: string, width = 8): string =>
  `<path fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${path}"/>`;
const body = ({ ink, dark }: Inks, path: string): string =>
  `<path fill="${ink}" stroke="${dark}" stroke-width="6" stroke-linejoin="round" d="${path}"/>`;
const cuffs = (dark: string): string => seam(dark, 'M214 522l66 18M586 522l-66 18M334 584h132', 10);

const tee: Draw = (inks) => body(inks, SLEEVES_SHORT) + seam(inks.dark, 'M360 190q40 50 80 0', 10);
const sweater: Draw = (inks) =>
  body(inks, SLEEVES_LONG) + seam(inks.dark, 'M362 188q38 44 76 0', 12) + cuffs(inks.dark);
const shirt: Draw = (inks) =>
  body(inks, SLEEVES_LONG) +
  `<path fill="${inks.light}" stroke="${inks.dark}" stroke-width="6" d="M362 186l38 52-44 26-22-62zM438 186l-38 52 44 26 22-62z"/>` +
  seam(inks.dark, 'M400 240v368') +
  [300, 380, 460, 540].map((y) => `<circle cx="412" cy="${y}" r="7" fill="${inks.dark}"/>`).join('');
const trousers: Draw = (inks) =>
  body(inks, 'M300 170h200l34 470h-98l-36-320-36 320h-98z') +
  seam(inks.dark, 'M300 206h200M400 206v90M312 220q-2 44-34 56M488 220q2 44 34 56');
const dress: Draw = (inks) =>
  body(inks, 'M340 170l26 30q34 20 68 0l26-30 24 150 96 310H220l96-310z') + seam(inks.dark, 'M318 322h164', 10);
const coat: Draw = (inks) =>
  body(inks, 'M310 190q90-50 180 0l64 40 66 330-76 16-44-150v214H300V426l-44 150-76-16 66-330z') +
  seam(inks.dark, 'M400 200v440M322 500h48M430 500h48');
const hood = ({ dark, ink }: Inks): string =>
  `<path fill="${ink}" stroke="${dark}" stroke-width="6" d="M322 208q0-98 78-98t78 98q-78 60-156 0z"/><path fill="${dark}" opacity=".45" d="M348 204q0-62 52-62t52 62q-52 38-104 0z"/>`;
const lapels = ({ dark, light }: Inks): string =>
  `<path fill="${light}" stroke="${dark}" stroke-width="6" d="M340 186l60 130-76-30zM460 186l-60 130 76-30z"/>`;
const buttons = (color: string): string =>
  [360, 430, 500]
    .map((y) => `<circle cx="376" cy="${y}" r="9" fill="${color}"/><circle cx="424" cy="${y}" r="9" fill="${color}"/>`)
    .join('');
const sole = (color: string): string =>
  `<path fill="${color}" stroke="#4a443c" stroke-width="5" d="M168 522h468q10 40-30 46H190q-34-6-22-46z"/>`;
const shoe: Draw = (inks) =>
  body(inks, 'M180 330q70 34 140-6 60 90 180 116 130 14 130 84H176z') +
  seam(inks.light, 'M352 366l44-34M388 396l44-34M426 420l42-34', 10) +
  sole('#f4f1ea');
const sock: Draw = (inks) =>
  body(inks, 'M340 160h130v250l-20 60-140 130q-86 12-84-60l114-130z') +
  seam(inks.light, 'M340 200h130M340 226h130', 12) +
  seam(inks.dark, 'M256 498q40 10 44 66M392 440q30 10 58 0');
const bag: Draw = (inks) =>
  seam(inks.dark, 'M310 330q0-130 90-130t90 130', 26) + body(inks, 'M220 320h360v250q0 40-40 40H260q-40 0-40-40z');
const vase: Draw = (inks) =>
  seam('#5f7d4f', 'M400 260q-14-70 10-130', 10) +
  `<path fill="#8fae76" d="M408 176q60-34 70 10-40 30-70-10zM398 210q-60-40-74 4 36 34 74-4z"/>` +
  body(inks, 'M366 250h68v90q96 50 96 160 0 110-130 110T270 500q0-110 96-160z') +
  seam(inks.light, 'M304 480q6-70 66-106', 10);
const metal = (path: string, width = 26): string => seam('#8d9298', path, width + 8) + seam('#d8dbde', path, width);

/** Drawings by a word of the name; the first that fits is taken, so the narrower ones stand first. */
const KINDS: readonly (readonly [name: RegExp, draw: Draw])[] = [
  [
    /stripe/i,
    (inks) =>
      body({ ...inks, ink: '#f6f4ee' }, SLEEVES_SHORT) +
      seam(inks.ink, 'M306 300h188M306 350h188M306 400h188M306 450h188M306 500h188M306 550h188', 20) +
      seam(inks.dark, 'M360 190q40 50 80 0', 10),
  ],
  [/long sleeve/i, (inks) => body(inks, SLEEVES_LONG) + seam(inks.dark, 'M362 188q38 40 76 0', 8)],
  [/pocket tee/i, (inks) => tee(inks) + body({ ...inks, ink: inks.light }, 'M424 300h58v62l-29 16-29-16z')],
  [
    /crop/i,
    (inks) =>
      body(inks, 'M260 260l100-50q40 40 80 0l100 50 70 90-70 60-40-30v120H300V380l-40 30-70-60z') +
      seam(inks.dark, 'M360 210q40 46 80 0', 10),
  ],
  [/tee/i, tee],
  [
    /fisherman|archive knit/i,
    (inks) =>
      sweater(inks) + seam(inks.dark, 'M360 250v320M400 260v310M440 250v320M342 300h116M342 390h116M342 480h116', 6),
  ],
  [/cardigan/i, (inks) => sweater(inks) + lapels(inks) + seam(inks.dark, 'M400 316v292') + buttons(inks.dark)],
  [
    /turtleneck/i,
    (inks) =>
      sweater(inks) +
      body(inks, 'M358 132h84v76q-42 24-84 0z') +
      seam(inks.dark, 'M374 140v60M400 144v64M426 140v60', 6),
  ],
  [
    /hoodie/i,
    (inks) =>
      sweater(inks) +
      hood(inks) +
      body({ ...inks, ink: inks.light }, 'M346 440h108l30 96H316z') +
      seam(inks.light, 'M384 236v80M416 236v80', 8),
  ],
  [/zip/i, (inks) => sweater(inks) + body(inks, 'M356 150h88v54q-44 26-88 0z') + seam(inks.light, 'M400 156v180', 10)],
  [/sweater|crew/i, sweater],
  [
    /flannel/i,
    (inks) =>
      shirt(inks) +
      `<g opacity=".55">${seam(inks.dark, 'M340 340h120M340 420h120M340 500h120M362 300v300M438 300v300', 14)}</g>`,
  ],
  [/shirt dress/i, (inks) => dress(inks) + seam(inks.dark, 'M400 220v400') + buttons(inks.dark)],
  [/wrap dress/i, (inks) => dress(inks) + seam(inks.dark, 'M350 184l120 132M400 322l-60 300', 10)],
  [
    /slip dress/i,
    (inks) =>
      body(inks, 'M350 250q50 40 100 0l30 90 90 290H230l90-290z') +
      seam(inks.dark, 'M352 252l10-100M448 252l-10-100', 8),
  ],
  [/dress/i, dress],
  [/camp|chambray|oxford|blouse|shirt/i, shirt],
  [
    /wide leg/i,
    (inks) => body(inks, 'M300 170h200l70 470H420l-20-300-20 300H230z') + seam(inks.dark, 'M300 206h200M400 206v100'),
  ],
  [
    /corduroy/i,
    (inks) => trousers(inks) + seam(inks.dark, 'M322 300l-28 320M344 300l-18 320M478 300l28 320M456 300l18 320', 4),
  ],
  [/jean/i, (inks) => trousers(inks) + seam('#d9a441', 'M312 220q-2 44-34 56M488 220q2 44 34 56M400 210v84', 4)],
  [/trouser|chino|pant$/i, trousers],
  [/rain|parka/i, (inks) => coat(inks) + hood(inks)],
  [
    /vest/i,
    (inks) =>
      body(inks, 'M330 180q70 40 140 0l50 60-20 120 10 260H290l10-260-20-120z') +
      seam(inks.dark, 'M400 200v420M298 330h204M296 420h208M294 510h212'),
  ],
  [/peacoat/i, (inks) => coat(inks) + lapels(inks) + buttons('#e7d9b5')],
  [
    /waxed|chore|jacket|coat/i,
    (inks) => coat(inks) + lapels(inks) + body({ ...inks, ink: inks.light }, 'M318 480h60v70h-60zM422 480h60v70h-60z'),
  ],
  [/runner/i, (inks) => shoe(inks) + seam(inks.light, 'M220 470q120-70 300-10', 16)],
  [
    /boot/i,
    (inks) =>
      body(inks, 'M230 170h180v220q40 60 150 70 70 10 70 68H226z') +
      `<path fill="${inks.dark}" d="M300 190h44v170h-44z"/>` +
      sole('#2b2723'),
  ],
  [/slip-on/i, (inks) => body(inks, 'M190 400q60-40 190-20 70 60 170 70 80 6 80 74H180z') + sole('#f4f1ea')],
  [
    /sandal/i,
    (inks) => seam(inks.ink, 'M230 520q30-150 150-60M420 520q30-150 160-30M240 420q70-40 150 40', 36) + sole(inks.dark),
  ],
  [/sneaker|shoe/i, shoe],
  [/sock/i, sock],
  [
    /beanie/i,
    (inks) =>
      body(inks, 'M240 470q0-240 160-240t160 240z') +
      body({ ...inks, ink: inks.light }, 'M220 460h360v80H220z') +
      `<circle cx="400" cy="214" r="40" fill="${inks.ink}" stroke="${inks.dark}" stroke-width="6"/>`,
  ],
  [
    /cap/i,
    (inks) =>
      body(inks, 'M220 460q0-200 170-200t170 200z') +
      body(inks, 'M480 440q150 10 170 70-120 10-250-50z') +
      seam(inks.dark, 'M390 262v196M300 290q-30 80-20 168'),
  ],
  [
    /straw hat|hat/i,
    (inks) =>
      `<ellipse cx="400" cy="480" rx="270" ry="64" fill="${inks.ink}" stroke="${inks.dark}" stroke-width="6"/>` +
      body(inks, 'M270 470q0-220 130-220t130 220q-130 40-260 0z') +
      seam('#4a3b2a', 'M272 446q128 40 256 0', 26),
  ],
  [
    /weekender/i,
    (inks) =>
      seam(inks.dark, 'M320 340q0-110 80-110t80 110', 22) +
      body(inks, 'M150 330h500v230q0 40-40 40H190q-40 0-40-40z') +
      seam(inks.light, 'M170 370h460M290 330v270M510 330v270', 14),
  ],
  [
    /pack/i,
    (inks) =>
      seam(inks.dark, 'M360 180q0-50 40-50t40 50', 16) +
      body(inks, 'M250 300q0-130 150-130t150 130v270q0 50-50 50H300q-50 0-50-50z') +
      body({ ...inks, ink: inks.light }, 'M290 420h220v140H290z') +
      seam(inks.dark, 'M290 450h220'),
  ],
  [
    /tote/i,
    (inks) =>
      seam(inks.dark, 'M320 320V180M480 320V180M320 180q80-40 160 0', 18) + body(inks, 'M230 310h340l24 310H206z'),
  ],
  [
    /belt bag/i,
    (inks) =>
      seam(inks.dark, 'M110 360q290-60 580 0', 26) +
      body(inks, 'M210 350q190-40 380 0v100q0 100-190 100T210 450z') +
      seam(inks.light, 'M240 400h320', 12),
  ],
  [/bag/i, bag],
  [
    /ring$/i,
    () =>
      metal('M400 330a130 130 0 1 1-1 0z', 34) +
      `<rect x="352" y="262" width="96" height="84" rx="16" fill="#e4e6e8" stroke="#8d9298" stroke-width="6"/>`,
  ],
  [
    /earring/i,
    () =>
      [290, 510]
        .map(
          (x) =>
            metal(`M${x} 250v80`, 8) +
            `<ellipse cx="${x}" cy="410" rx="66" ry="84" fill="#d8dbde" stroke="#8d9298" stroke-width="8"/>`,
        )
        .join(''),
  ],
  [
    /necklace/i,
    () =>
      metal('M240 190q10 260 160 300 150-40 160-300', 12) +
      `<circle cx="400" cy="524" r="40" fill="#d8dbde" stroke="#8d9298" stroke-width="8"/>`,
  ],
  [
    /mug/i,
    (inks) =>
      seam(inks.dark, 'M510 350q110-10 96 76t-100 72', 30) +
      body(inks, 'M260 300h260v220q0 90-130 90t-130-90z') +
      seam(inks.light, 'M290 330v170', 12),
  ],
  [
    /bowl/i,
    (inks) =>
      body(inks, 'M190 360h420q0 210-210 230-210-20-210-230z') +
      `<ellipse cx="400" cy="360" rx="210" ry="46" fill="${inks.light}" stroke="${inks.dark}" stroke-width="6"/>`,
  ],
  [
    /candle/i,
    () =>
      `<path fill="#f2a93b" d="M400 170q40 60 0 96-40-36 0-96z"/>` +
      seam('#4a443c', 'M400 262v44', 8) +
      body({ ink: '#e9bf5b', dark: '#b98a2a', light: '' }, 'M310 306h180v300q-90 24-180 0z') +
      seam('#f6dd9a', 'M338 330v250', 12),
  ],
  [
    /throw/i,
    (inks) =>
      body(inks, 'M210 250h380v300H210z') +
      seam(inks.light, 'M210 330h380M210 390h380M210 450h380', 16) +
      seam(
        inks.dark,
        'M226 552v44M270 552v44M314 552v44M358 552v44M402 552v44M446 552v44M490 552v44M534 552v44M574 552v44',
        8,
      ),
  ],
  [
    /towel/i,
    () =>
      [0, 1, 2]
        .map(
          (row) =>
            body(
              { ink: ['#efe6d3', '#dccdb0', '#cbb994'][row] ?? '', dark: '#9c8c6a', light: '' },
              `M230 ${270 + row * 110}h340v90H230z`,
            ) + seam('#b14a3a', `M262 ${272 + row * 110}v86M280 ${272 + row * 110}v86`, 6),
        )
        .join(''),
  ],
  [/vase/i, vase],
  [
    /brief/i,
    (inks) =>
      body(inks, 'M230 300h340l-14 90q-110 20-116 150h-80q-6-130-116-150z') + seam(inks.light, 'M232 326h336', 14),
  ],
  [
    /bralette/i,
    (inks) =>
      seam(inks.dark, 'M310 330l-10-150M490 330l10-150', 10) +
      body(inks, 'M250 400q30-110 90-80l60 80 60-80q60-30 90 80v110H250z') +
      seam(inks.light, 'M252 486h296', 16),
  ],
  [
    /gift card/i,
    () =>
      `<rect fill="#1f4d3f" x="170" y="270" width="460" height="280" rx="30"/><path fill="#e3c44f" d="M300 270h46v280h-46zM170 380h460v40H170z"/>`,
  ],
  [
    /protection/i,
    () =>
      `<path fill="#27496d" d="M400 170l190 70v160q0 150-190 230-190-80-190-230V240z"/>` +
      seam('#f2f5f9', 'M310 400l65 65 120-130', 34),
  ],
];

const parcel: Draw = (inks) =>
  body(inks, 'M220 300l180-70 180 70v230l-180 80-180-80z') + seam(inks.dark, 'M220 300l180 76 180-76M400 376v234');

export const drawingOf = (title: string): Draw => KINDS.find(([name]) => name.test(title))?.[1] ?? parcel;
