import { ActionIcon, Autocomplete, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#contract/client.ts';
import { setClaimTags } from '#contract/merchant/tags.ts';
import { retagged, TagName, tagKey } from '#core/lists/tags.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { problemText } from '../../problem-words.ts';
import { tagsQuery } from '../../list-queries.ts';
import { claimQuery } from '../../queries.ts';
import type { ClaimOnScreen } from './use-claim-change.ts';
import { Why } from './why.tsx';

/** The labels of a claim: one of the list or a new one is added, any is taken off; shown at once and undone when refused. */
export function Tags({ storeId, claim }: ClaimOnScreen) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const known = useQuery(tagsQuery(storeId)).data ?? [];
  const saving = useTagChange({ storeId, claim });
  const own = new Set(claim.tags.map(tagKey));
  const add = (name: string): void => {
    const tag = TagName.safeParse(name);
    if (!tag.success) return setProblem(tag.error.issues[0]?.message ?? 'Must not be empty.');
    setTyped('');
    setProblem(null);
    if (!own.has(tagKey(tag.data))) saving.mutate({ added: [spelled(known, tag.data)], removed: [] });
  };
  return (
    <Section title="Tags" action={<Why storeId={storeId} claim={claim} about="tags" />}>
      {claim.tags.length === 0 ? (
        <p className="mg-muted mg-p">No tags.</p>
      ) : (
        <ul className="mg-tags" aria-label="Tags of this claim">
          {claim.tags.map((tag) => (
            <li key={tag} className="mg-tag">
              <bdi title={tag}>{tag}</bdi>
              <ActionIcon
                className="mg-tag-remove"
                variant="transparent"
                color="gray"
                size={24}
                aria-label={`Remove tag ${tag}`}
                onClick={() => {
                  saving.mutate({ added: [], removed: [tag] });
                  field.current?.focus();
                }}
              >
                <IconX size={12} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <form
        className="mg-tag-form"
        onSubmit={(event) => {
          event.preventDefault();
          add(typed);
        }}
      >
        <Autocomplete
          ref={field}
          size="xs"
          aria-label="Add a tag"
          placeholder="Add a tag"
          maxLength={128}
          dir="auto"
          limit={20}
          data={known.map((tag) => tag.name).filter((name) => !own.has(tagKey(name)))}
          value={typed}
          {...(problem ? { error: problem } : {})}
          onChange={(text) => {
            setTyped(text);
            setProblem(null);
          }}
          onOptionSubmit={(name) => {
            add(name);
            // The field takes the option's text after this; clear it once the tag is added.
            setTimeout(() => setTyped(''));
          }}
        />
        <Button type="submit" variant="default" size="xs" disabled={typed.trim() === ''}>
          Add
        </Button>
      </form>
      {saving.error ? <Notice tone="bad">{problemText(saving.error)}</Notice> : null}
    </Section>
  );
}

/** A tag as the list spells it, where it has it. */
const spelled = (known: readonly { name: string }[], name: string): string =>
  known.find((tag) => tagKey(tag.name) === tagKey(name))?.name ?? name;

type TagChange = { added: string[]; removed: string[] };

function useTagChange({ storeId, claim }: ClaimOnScreen) {
  const client = useQueryClient();
  const { queryKey } = claimQuery(storeId, claim.id);
  const show = (change: (tags: readonly string[]) => string[]): void =>
    void client.setQueryData(queryKey, (now) => now && { ...now, tags: change(now.tags) });
  return useMutation({
    // One after the other, as each answers with all tags.
    scope: { id: `tags ${storeId} ${claim.id}` },
    mutationFn: ({ added, removed }: TagChange) =>
      call(setClaimTags, { params: { storeId, claimId: claim.id }, body: { madeOf: removed, tags: added } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      show((tags) => retagged(tags, change));
    },
    onError: (_error, { added, removed }) => show((tags) => retagged(tags, { added: removed, removed: added })),
    onSuccess: ({ tags }) => {
      show(() => tags);
      // The timeline records it.
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: ['tags', storeId] });
      void client.invalidateQueries({ queryKey: ['claims', storeId] });
    },
  });
}
