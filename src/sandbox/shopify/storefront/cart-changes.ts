import { variantById } from '../lookup.ts';
import type { Cart, CartLine, ShopState } from '../state.ts';
import type { Fields, Value } from './body.ts';
import { fieldsOf, listOf, textOf, wholeOf } from './body.ts';
import { fullTitle } from './cart-json.ts';
import { isSame, pricedLines } from './carts.ts';
import { isSold } from './product-json.ts';
import type { Visitor } from './visitor.ts';

/** What the platform answers instead of the cart. */
export type CartProblem = { status: number; body: { status: number | string; message: string; description: string } };

const problem = (status: number, description: string, message = 'Cart Error'): CartProblem => ({
  status,
  body: { status, message, description },
});
const NO_VARIANT = problem(404, 'Cannot find variant');
const NO_LINE: CartProblem = {
  status: 400,
  body: {
    status: 'bad_request',
    message: 'no valid id or line parameter',
    description: 'no valid id or line parameter',
  },
};

const sold = (shop: ShopState, id: number | null) => {
  const picked = variantById(shop, id);
  return picked !== undefined && isSold(picked.product) ? picked : undefined;
};

/** Units of a variant that no line holds; without end where stock isn't counted. */
function left(shop: ShopState, cart: Cart, variantId: number): number {
  const variant = variantById(shop, variantId)?.variant;
  if (variant === undefined || !variant.tracked) return Infinity;
  const held = cart.lines.filter((line) => line.variantId === variantId).reduce((sum, line) => sum + line.quantity, 0);
  return Math.max(0, (variant.quantities['available'] ?? 0) - held);
}

const propertiesOf = (value: Value | undefined): CartLine['properties'] =>
  Object.fromEntries(Object.entries(fieldsOf(value)).map(([name, each]) => [name, textOf(each)]));

const drop = (cart: Cart): void => {
  cart.lines = cart.lines.filter(({ quantity }) => quantity > 0);
};

function lineTo(shop: ShopState, item: Fields): CartLine | CartProblem {
  const picked = sold(shop, wholeOf(item['id']));
  if (picked === undefined) return NO_VARIANT;
  const quantity = item['quantity'] === undefined ? 1 : wholeOf(item['quantity']);
  if (quantity === null || quantity < 1) return problem(422, 'Quantity must be 1 or more');
  const planId = textOf(item['selling_plan']) === '' ? null : wholeOf(item['selling_plan']);
  if (planId !== null && !picked.product.sellingPlans?.some(({ id }) => id === planId))
    return problem(422, 'Selling plan is not applicable to the variant');
  return {
    variantId: picked.variant.id,
    quantity,
    properties: propertiesOf(item['properties']),
    sellingPlanId: planId,
  };
}

/** Adds what is asked for and answers the lines it is in, newest first. More than there is adds what there is. */
export function addToCart(shop: ShopState, cart: Cart, fields: Fields): { added: CartLine[] } | CartProblem {
  const items = fields['items'] === undefined ? [fields] : listOf(fields['items']).map(fieldsOf);
  const wanted = items.map((item) => lineTo(shop, item));
  const refused = wanted.find((each) => 'status' in each);
  if (refused !== undefined) return refused;
  const added: CartLine[] = [];
  for (const line of wanted) {
    if ('status' in line) continue;
    const picked = sold(shop, line.variantId);
    if (picked === undefined) return NO_VARIANT;
    const { product, variant } = picked;
    if (variant.tracked && (variant.quantities['available'] ?? 0) <= 0)
      return problem(422, `The product '${fullTitle(product, variant)}' is already sold out.`);
    const fits = Math.min(line.quantity, left(shop, cart, variant.id));
    const isShort = fits < line.quantity;
    const same = cart.lines.find((each) => isSame(each, line));
    if (same !== undefined) same.quantity += fits;
    else if (fits > 0) cart.lines.unshift({ ...line, quantity: fits });
    if (isShort) return problem(422, `You can't add more ${fullTitle(product, variant)} to the cart.`);
    added.push(same ?? cart.lines[0] ?? line);
  }
  return { added };
}

/** The line that a call names by its place from one, its key or its variant. */
function named(shop: ShopState, cart: Cart, fields: Fields, visitor: Visitor): CartLine | undefined {
  const place = wholeOf(fields['line']);
  if (place !== null) return cart.lines[place - 1];
  return byId(shop, cart, textOf(fields['id']), visitor);
}

function byId(shop: ShopState, cart: Cart, id: string, visitor: Visitor): CartLine | undefined {
  if (id.includes(':')) return pricedLines(shop, cart, visitor).find(({ key }) => key === id)?.line;
  return cart.lines.find(({ variantId }) => String(variantId) === id);
}

export function changeLine(shop: ShopState, cart: Cart, fields: Fields, visitor: Visitor): CartProblem | null {
  const line = named(shop, cart, fields, visitor);
  if (line === undefined) return NO_LINE;
  const quantity = fields['quantity'] === undefined ? null : wholeOf(fields['quantity']);
  if (fields['properties'] !== undefined) {
    const properties = propertiesOf(fields['properties']);
    // A line that had properties keeps one: the platform ignores an empty object.
    if (Object.keys(properties).length > 0) line.properties = properties;
  }
  if (fields['selling_plan'] !== undefined) line.sellingPlanId = wholeOf(fields['selling_plan']);
  if (quantity !== null) {
    const most = line.quantity + left(shop, cart, line.variantId);
    line.quantity = Math.max(0, Math.min(quantity, most));
    drop(cart);
    const picked = variantById(shop, line.variantId);
    if (quantity > most && picked !== undefined)
      return problem(422, `You can only add ${most} ${fullTitle(picked.product, picked.variant)} to the cart.`);
  } else if (fields['selling_plan'] !== undefined) line.quantity = 1;
  return null;
}

/** Quantities by place, key or variant; a variant that isn't in the cart is added, and stock isn't asked. */
export function updateCart(shop: ShopState, cart: Cart, fields: Fields, visitor: Visitor): CartProblem | null {
  const updates = fields['updates'];
  const entries: [CartLine | { variantId: number }, number][] = [];
  if (Array.isArray(updates)) {
    for (const [at, value] of updates.entries()) {
      const line = cart.lines[at];
      if (line !== undefined) entries.push([line, wholeOf(value) ?? 0]);
    }
  } else {
    for (const [id, value] of Object.entries(fieldsOf(updates))) {
      const line = byId(shop, cart, id, visitor);
      const picked = sold(shop, wholeOf(id));
      if (line === undefined && picked === undefined) return NO_VARIANT;
      const target = line ?? (picked === undefined ? undefined : { variantId: picked.variant.id });
      if (target !== undefined) entries.push([target, wholeOf(value) ?? 0]);
    }
  }
  for (const [target, quantity] of entries) {
    if ('quantity' in target) target.quantity = Math.max(0, quantity);
    else if (quantity > 0)
      cart.lines.unshift({ variantId: target.variantId, quantity, properties: {}, sellingPlanId: null });
  }
  drop(cart);
  if (fields['note'] !== undefined) cart.note = textOf(fields['note']) === '' ? null : textOf(fields['note']);
  for (const [name, value] of Object.entries(fieldsOf(fields['attributes']))) {
    if (textOf(value) === '') delete cart.attributes[name];
    else cart.attributes[name] = textOf(value);
  }
  if (fields['discount'] !== undefined)
    cart.discountCodes = textOf(fields['discount'])
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== '');
  return null;
}
