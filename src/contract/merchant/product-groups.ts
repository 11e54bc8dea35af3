import { z } from 'zod';
import { Collection } from '#core/orders/order.ts';
import { ProductGroup } from '#core/orders/product-groups.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const GroupParams = StoreParams.extend({ groupId: z.coerce.number().int().positive() });
const NoGroup = { PRODUCT_GROUP_NOT_FOUND: 'Product group not found' };
const NameTaken = { PRODUCT_GROUP_EXISTS: 'Another product group has this name' };
const NotConnected = { STORE_NOT_CONNECTED: 'The store is not connected to a store platform' };

export const ProductGroupShown = z.object({
  ...ProductGroup.shape,
  id: z.number().int(),
  createdOn: z.string(),
  /** When its products were last compared with the store platform, or the group last changed. */
  lastUpdatedOn: z.string(),
  /** Names of automations and reason groups that use it; while there are any, it can't be deleted. */
  usedBy: z.array(z.string()),
});
export type ProductGroupShown = z.infer<typeof ProductGroupShown>;

/** How far the store's products are compared with the store platform. */
const ProductSync = z.object({
  isUnderWay: z.boolean(),
  doneCount: z.number().int(),
  endedOn: z.string().nullable(),
  lastError: z.string().nullable(),
});

export const listProductGroups = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/product/group',
  access: 'admin',
  summary: 'List the product groups of the store, newest first (S2.19, S7.09)',
  params: StoreParams,
  response: z.object({ groups: z.array(ProductGroupShown) }),
});

export const createProductGroup = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/product/group',
  access: 'admin',
  summary: 'Add a product group: each product that has any of its tags, types or collections (S7.09)',
  params: StoreParams,
  body: ProductGroup,
  response: ProductGroupShown,
  errors: NameTaken,
});

export const changeProductGroup = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/product/group/{groupId}',
  access: 'admin',
  summary: 'Change the name, tags, types or collections of a product group (S7.09)',
  params: GroupParams,
  body: ProductGroup,
  response: ProductGroupShown,
  errors: { ...NoGroup, ...NameTaken },
});

export const deleteProductGroup = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/product/group/{groupId}',
  access: 'admin',
  summary: 'Delete a product group that no automation and no reason group uses (S2.19, S7.09)',
  params: GroupParams,
  response: Nothing,
  errors: {
    ...NoGroup,
    PRODUCT_GROUP_USED: 'Automations or reason groups use this product group; the text names them',
  },
});

export const listGroupProducts = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/product/group/{groupId}/list-products',
  access: 'admin',
  summary: 'List the products of a group by title, with their total (S7.09, R7.07)',
  params: GroupParams,
  query: z.object({
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    take: z.coerce.number().int().min(1).max(250).default(50),
  }),
  response: z.object({
    products: z.array(z.object({ id: z.string(), title: z.string(), imgUrl: z.string().nullable() })),
    total: z.number().int(),
    lastUpdatedOn: z.string(),
  }),
  errors: NoGroup,
});

export const refreshGroupProducts = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/product/group/{groupId}/refresh-products',
  access: 'admin',
  summary: 'Compare the products of a group with the store platform, in the background (S7.09)',
  params: GroupParams,
  response: ProductSync,
  errors: { ...NoGroup, ...NotConnected },
});

export const syncProducts = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/product/sync',
  access: 'admin',
  summary: "Read all products from the store platform again, in the background; does nothing while that's under way",
  params: StoreParams,
  response: ProductSync,
  errors: NotConnected,
});

export const getProductSync = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/product/sync',
  access: 'admin',
  summary: 'Get how far the last product sync came',
  params: StoreParams,
  response: ProductSync,
});

export const listProductTags = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/product/tag',
  access: 'admin',
  summary: 'List the tags of the products of the store by name, at most 5,000 (S7.09)',
  params: StoreParams,
  response: z.object({ tags: z.array(z.string()) }),
});

export const listProductTypes = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/product/type',
  access: 'admin',
  summary: 'List the types of the products of the store by name, at most 5,000 (S7.09)',
  params: StoreParams,
  response: z.object({ types: z.array(z.string()) }),
});

export const listProductCollections = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/product/collection',
  access: 'admin',
  summary: 'List the collections that products of the store are in by name, at most 5,000 (S7.09)',
  params: StoreParams,
  response: z.object({ collections: z.array(Collection) }),
});
