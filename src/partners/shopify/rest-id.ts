import { z } from 'zod';
import { tailOf } from './gid.ts';

/** An id in a REST-shaped body, as its digits. */
export const RestId = z.union([z.string().regex(/^\d+$/), z.number().int().nonnegative().transform(String)]);
export const Gid = z.string().startsWith('gid://').nullish();

/** The id of a body. Its global id wins: a number may have been rounded on its way. */
export const tailFrom = (body: { id: string; admin_graphql_api_id?: string | null | undefined }): string =>
  body.admin_graphql_api_id ? tailOf(body.admin_graphql_api_id) : body.id;
