/** What the demo store sells. Prices in cents of US dollars. */
export type Ware = {
  title: string;
  type: string;
  price: number;
  grams: number;
  /** Sizes, and colors or other second options; empty for a thing that comes in one kind. */
  sizes: readonly string[];
  colors: readonly string[];
  tags: readonly string[];
  about: string;
};

const CLOTHES = ['XS', 'S', 'M', 'L', 'XL'] as const;
const SHOES = ['37', '38', '39', '40', '41', '42', '43', '44'] as const;

const line = (
  type: string,
  sizes: readonly string[],
  tags: readonly string[],
  grams: number,
  about: string,
  wares: readonly (readonly [string, number, readonly string[]])[],
): Ware[] => wares.map(([title, price, colors]) => ({ title, type, price, grams, sizes, colors, tags, about }));

export const CATALOG: readonly Ware[] = [
  ...line(
    'T-Shirts',
    CLOTHES,
    ['apparel', 'cotton'],
    180,
    'Soft organic cotton jersey, cut for every day and pre-washed so that it keeps its shape.',
    [
      ['Harbor Tee', 2800, ['White', 'Navy', 'Sage']],
      ['Meadow Tee', 3000, ['Oat', 'Rust']],
      ['Stripe Sailor Tee', 3400, ['Navy', 'Red']],
      ['Pocket Tee', 2900, ['Charcoal', 'Sand']],
      ['Long Sleeve Tee', 3800, ['Black', 'Oat']],
      ['Boxy Crop Tee', 3200, ['Lilac', 'White']],
    ],
  ),
  ...line(
    'Sweaters',
    CLOTHES,
    ['apparel', 'wool'],
    520,
    'Spun from traceable merino, light enough to layer and warm enough for a walk by the sea.',
    [
      ['Fisherman Sweater', 12800, ['Cream', 'Forest']],
      ['Merino Crew', 9800, ['Navy', 'Camel', 'Grey']],
      ['Shawl Cardigan', 14500, ['Oat', 'Charcoal']],
      ['Ribbed Turtleneck', 10500, ['Black', 'Rust']],
      ['Cotton Hoodie', 7800, ['Grey', 'Sage', 'Black']],
      ['Quarter Zip', 8900, ['Navy', 'Sand']],
    ],
  ),
  ...line(
    'Shirts',
    CLOTHES,
    ['apparel'],
    260,
    'Garment-dyed and finished with corozo buttons. Wear it buttoned up or open over a tee.',
    [
      ['Linen Camp Shirt', 7200, ['White', 'Sky', 'Sage']],
      ['Oxford Shirt', 7900, ['White', 'Blue']],
      ['Flannel Overshirt', 9600, ['Red', 'Forest']],
      ['Chambray Shirt', 7400, ['Blue']],
      ['Silk Blouse', 11800, ['Ivory', 'Black']],
    ],
  ),
  ...line(
    'Trousers',
    ['28', '30', '32', '34', '36'],
    ['apparel'],
    480,
    'A relaxed straight leg in a sturdy weave with a little stretch. Softens with every wash.',
    [
      ['Straight Jeans', 9800, ['Indigo', 'Black']],
      ['Relaxed Chino', 8600, ['Khaki', 'Olive']],
      ['Wide Leg Trouser', 10800, ['Black', 'Camel']],
      ['Linen Trouser', 9200, ['Oat', 'Navy']],
      ['Corduroy Pant', 9900, ['Rust', 'Forest']],
    ],
  ),
  ...line(
    'Dresses',
    CLOTHES,
    ['apparel'],
    340,
    'An easy shape with deep pockets, made from a fluid fabric that packs without creasing.',
    [
      ['Wrap Dress', 12400, ['Rust', 'Black']],
      ['Linen Midi Dress', 13200, ['Sage', 'White']],
      ['Shirt Dress', 11600, ['Blue', 'Sand']],
      ['Slip Dress', 10900, ['Champagne', 'Black']],
    ],
  ),
  ...line(
    'Jackets',
    CLOTHES,
    ['apparel', 'outerwear'],
    900,
    'Weatherproof outside, quiet inside. Two-way zip, taped seams and a hood that packs away.',
    [
      ['Rain Shell', 16800, ['Yellow', 'Navy']],
      ['Waxed Jacket', 22400, ['Olive', 'Black']],
      ['Down Vest', 13900, ['Black', 'Rust']],
      ['Chore Coat', 14800, ['Indigo', 'Sand']],
      ['Wool Peacoat', 24800, ['Navy']],
    ],
  ),
  ...line(
    'Shoes',
    SHOES,
    ['footwear'],
    850,
    'Full-grain leather on a stitched sole that can be replaced. Comfortable from the first day.',
    [
      ['Court Sneaker', 11800, ['White', 'Black']],
      ['Trail Runner', 13400, ['Slate', 'Orange']],
      ['Chelsea Boot', 18900, ['Brown', 'Black']],
      ['Canvas Slip-On', 6400, ['Oat', 'Navy']],
      ['Leather Sandal', 8900, ['Tan']],
    ],
  ),
  ...line(
    'Socks',
    ['S/M', 'L/XL'],
    ['apparel', 'basics'],
    60,
    'Cushioned heel and toe, knitted without a seam. Sold in packs of three.',
    [
      ['Hiking Socks', 2400, ['Grey', 'Forest']],
      ['Everyday Socks', 1800, ['Black', 'White']],
    ],
  ),
  ...line('Hats', [], ['accessories'], 120, 'One size, adjustable, made by a family workshop of hat makers.', [
    ['Beanie', 3200, ['Rust', 'Navy', 'Oat']],
    ['Canvas Cap', 3400, ['Olive', 'Sand']],
    ['Straw Hat', 5800, ['Natural']],
  ]),
  ...line(
    'Bags',
    [],
    ['accessories'],
    700,
    'Waxed canvas and bridle leather, with a pocket for everything and a lifetime repair promise.',
    [
      ['Weekender', 18800, ['Olive', 'Black']],
      ['Day Pack', 12900, ['Navy', 'Sand']],
      ['Market Tote', 5400, ['Natural', 'Black']],
      ['Belt Bag', 6200, ['Black', 'Rust']],
    ],
  ),
  ...line(
    'Jewelry',
    [],
    ['accessories', 'fragile'],
    20,
    'Recycled sterling silver, hand finished and packed in a linen pouch.',
    [
      ['Signet Ring', 8800, []],
      ['Pebble Earrings', 6400, []],
      ['Chain Necklace', 9600, []],
    ],
  ),
  ...line(
    'Home',
    [],
    ['home', 'fragile'],
    640,
    'Thrown and glazed by hand in small batches, so each one is a little different.',
    [
      ['Stoneware Mug', 2600, ['Speckle', 'Blue']],
      ['Serving Bowl', 5800, ['Speckle', 'Moss']],
      ['Beeswax Candle', 3400, []],
      ['Wool Throw', 13800, ['Grey', 'Rust']],
      ['Linen Tea Towels', 2800, []],
      ['Bud Vase', 3900, ['White', 'Moss']],
    ],
  ),
  ...line(
    'Underwear',
    CLOTHES,
    ['apparel', 'final-sale'],
    70,
    'Breathable modal. For reasons of hygiene this item is final sale.',
    [
      ['Modal Brief', 2200, ['Black', 'Oat']],
      ['Bralette', 3600, ['Black', 'Lilac']],
    ],
  ),
  ...line(
    'Archive',
    CLOTHES,
    ['apparel', 'final-sale', 'clearance'],
    300,
    'Last pieces of a past season, reduced for good. Final sale.',
    [
      ['Archive Parka', 9900, ['Olive']],
      ['Archive Knit', 4900, ['Mustard']],
    ],
  ),
];

export const GIFT_CARD = { title: 'Gift Card', type: 'Gift Cards', values: [2500, 5000, 10_000] } as const;
export const PROTECTION = { title: 'Shipping Protection', type: 'Shipping Protection', price: 295 } as const;
