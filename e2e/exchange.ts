import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { SHOP_CONTROL_URL, SHOP_URL } from './places.ts';
import { expectAccessible } from './screen.ts';
import { choose } from './shopper.ts';

/** From the question what the shopper would like to a variant of another product. */
export async function chooseProduct(page: Page, name: string): Promise<void> {
  await choose(page, 'radio', /Exchange for another product/);
  await page.getByLabel('Find a product').fill(name);
  await expect(page.getByRole('radio')).toHaveCount(1);
  await expectAccessible(page);
  await choose(page, 'radio', new RegExp(name));
  await expect(page.getByRole('heading', { name: 'Which one would you like?' })).toBeVisible();
  await pickOptions(page.locator('form'));
}

/** Chooses a color, a size or whatever a product comes in: of each the first that can be had. */
export async function pickOptions(within: Locator): Promise<void> {
  const rows = within.locator('.mg-options fieldset');
  await expect(rows.first()).toBeVisible();
  for (let row = 0; row < (await rows.count()); row += 1)
    await rows
      .nth(row)
      .locator('label:not(.mg-option-none)')
      .filter({ has: within.page().getByRole('radio', { disabled: false }) })
      .first()
      .click();
}

export async function whenBack(page: Page): Promise<void> {
  await choose(page, 'radio', /After my return arrives/);
}

export async function toPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
}

type Stocked = { id: string; title: string; inventoryQuantity: number };

/** Others buy every unit of the first variant of a product that is in stock; answers its name. */
export async function sellOut(request: APIRequestContext, product: string): Promise<string> {
  const issued = await request.post(`${SHOP_CONTROL_URL}/token`, {
    data: { shop: new URL(SHOP_URL).pathname.slice(1) },
  });
  const { access_token: token } = (await issued.json()) as { access_token: string };
  const ask = async (query: string, variables: object): Promise<unknown> => {
    const answer = await request.post(`${SHOP_URL}/admin/api/2026-07/graphql.json`, {
      headers: { 'x-shopify-access-token': token },
      data: { query, variables },
    });
    return answer.json();
  };
  const found = (await ask(
    `query Stock($query: String) { products(first: 1, query: $query) { nodes {
      variants(first: 50) { nodes { id title inventoryQuantity } } } } }`,
    { query: `title:'${product}'` },
  )) as { data: { products: { nodes: { variants: { nodes: Stocked[] } }[] } } };
  const variant = found.data.products.nodes[0]?.variants.nodes.find(({ inventoryQuantity }) => inventoryQuantity > 0);
  if (!variant) throw new Error(`no ${product} is in stock`);
  const reserved = (await ask(
    'mutation Buy($input: DraftOrderInput!) { draftOrderCreate(input: $input) { userErrors { message } } }',
    {
      input: {
        lineItems: [{ variantId: variant.id, quantity: variant.inventoryQuantity }],
        reserveInventoryUntil: new Date(Date.now() + 3_600_000).toISOString(),
      },
    },
  )) as { data: { draftOrderCreate: { userErrors: unknown[] } } };
  expect(reserved.data.draftOrderCreate.userErrors).toEqual([]);
  return variant.title;
}
