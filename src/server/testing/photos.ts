import sharp from 'sharp';

/** A unique photo: soft shapes and edges at places that the seed decides. The same seed is the same photo. */
export async function photoOf(seed: number, { width = 640, height = 480 } = {}): Promise<Uint8Array<ArrayBuffer>> {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const color = (): string => `hsl(${Math.floor(random() * 360)} 60% ${20 + Math.floor(random() * 60)}%)`;
  const at = (size: number): number => Math.floor(random() * size);
  const shapes = Array.from({ length: 24 }, (_, index) =>
    index % 2 === 0
      ? `<ellipse cx="${at(width)}" cy="${at(height)}" rx="${20 + at(160)}" ry="${20 + at(120)}" fill="${color()}"/>`
      : `<rect x="${at(width)}" y="${at(height)}" width="${20 + at(200)}" height="${20 + at(160)}" fill="${color()}" transform="rotate(${at(90)} ${at(width)} ${at(height)})"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color()}"/>${shapes.join('')}</svg>`;
  return Uint8Array.from(await sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer());
}

/** What someone does to a photo who wants to use it twice: cut off a tenth, mirrored, smaller, badly compressed. */
export async function disguised(photo: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = await sharp(photo).metadata();
  const cut = {
    left: Math.round(width * 0.06),
    top: Math.round(height * 0.04),
    width: Math.round(width * 0.9),
    height: Math.round(height * 0.92),
  };
  return Uint8Array.from(
    await sharp(photo).extract(cut).flop().resize(360).modulate({ brightness: 1.1 }).jpeg({ quality: 45 }).toBuffer(),
  );
}
