import type { ScriptTag } from '../state.ts';
import { gid, nextId, numberOf } from '../state.ts';
import type { Context, PageArgs, View } from '../views/connection.ts';
import { innerConnection } from '../views/connection.ts';
import { isoNow } from './announce.ts';

export const scriptTagView = (tag: ScriptTag): View => ({
  __typename: 'ScriptTag',
  ...tag,
  id: gid('ScriptTag', tag.id),
  legacyResourceId: String(tag.id),
  cache: false,
});

/** An app sees the scripts that it put into the shop itself. */
export const scriptTagConnection = (context: Context, args: PageArgs & { src?: string | null }): View =>
  innerConnection(
    context,
    (context.shop.scriptTags ?? []).filter(({ src }) => !args.src || src === args.src),
    args,
    scriptTagView,
  );

type Input = { src?: string | null; displayScope?: string | null };

export function scriptTagCreate({ shop }: Context, { src, displayScope }: Input): View {
  const refused = (message: string): View => ({ scriptTag: null, userErrors: [{ field: ['src'], message }] });
  if (!src) return refused("Source can't be blank");
  if (src.length > 255) return refused('Source is too long');
  const now = isoNow();
  const tag = { id: nextId(shop), src, displayScope: displayScope ?? 'ALL', createdAt: now, updatedAt: now };
  (shop.scriptTags ??= []).push(tag);
  return { scriptTag: scriptTagView(tag), userErrors: [] };
}

export function scriptTagDelete({ shop }: Context, id: string): View {
  const before = shop.scriptTags ?? [];
  const gone = before.find((tag) => tag.id === numberOf(id, 'ScriptTag'));
  if (!gone) return { deletedScriptTagId: null, userErrors: [{ field: ['id'], message: 'Script tag does not exist' }] };
  shop.scriptTags = before.filter((tag) => tag !== gone);
  return { deletedScriptTagId: id, userErrors: [] };
}
