import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { createTag, deleteTag } from '#contract/merchant/tags.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import type { FieldErrors } from '../../field-errors.ts';
import { tagsQuery } from '../../list-queries.ts';
import { loadProblemText } from '../../problem-words.ts';
import { isSaved, newId, useOptimistic, withElement, withoutElement } from '../../use-optimistic.ts';
import { EditDialog, reopened, type Edited } from './edit-dialog.tsx';
import './return-locations.css';
import { UsedByRules, useRulesNaming } from './used-by-rules.tsx';

type Tag = { id: number; name: string };
type Draft = { name: string };

/** S9.06. */
const MOST_SHOWN = 50;
const NEW: Draft = { name: '' };

/** The tags that staff choose from on claims; each is saved by itself. */
export function ClaimTagsSection({ storeId }: { storeId: number }) {
  const { data: tags, error, refetch } = useQuery(tagsQuery(storeId));
  const rulesNaming = useRulesNaming(storeId, 'claimTags');
  const [words, search] = useState('');
  const [edited, edit] = useState<Edited<null, Draft> | null>(null);
  const [deleted, askToDelete] = useState<Tag | null>(null);
  const { queryKey } = tagsQuery(storeId);
  const adding = useOptimistic({
    queryKey,
    shown: (before: Tag[], { name }: Draft) => withElement(before, { id: newId(), name }, 'first'),
    send: (body: Draft) => call(createTag, { params: { storeId }, body }),
    done: () => 'Claim tag saved',
    onFailed: (typed: Draft, errors: FieldErrors) => edit(reopened({ thing: null, typed, errors })),
  });
  const removing = useOptimistic({
    queryKey,
    shown: (before: Tag[], { id }: Tag) => withoutElement(before, id),
    send: ({ id }: Tag) => call(deleteTag, { params: { storeId, tagId: id } }),
    done: () => 'Claim tag deleted',
  });
  const found = (tags ?? []).filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  return (
    <SettingsSection
      title="Claim tags"
      help="Labels that staff and automations put on claims. Deleting one takes it off this list only; claims that have it keep it."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {tags === undefined && !error ? <Skeleton height={120} /> : null}
      {tags?.length === 0 ? <p className="mg-muted mg-location-none">No claim tag yet.</p> : null}
      {(tags?.length ?? 0) > MOST_SHOWN ? (
        <TextInput
          label="Search claim tags"
          value={words}
          onChange={(event) => search(event.currentTarget.value)}
          description={found.length > MOST_SHOWN ? `The first ${MOST_SHOWN} of ${found.length} claim tags.` : undefined}
        />
      ) : null}
      {tags && tags.length > 0 && found.length === 0 ? (
        <p className="mg-muted mg-location-none">No claim tag has this name.</p>
      ) : null}
      <ul className="mg-locations" aria-label="Claim tags">
        {found.slice(0, MOST_SHOWN).map((tag) => (
          <li key={tag.id} className="mg-location">
            <div className="mg-location-text">
              <bdi>{tag.name}</bdi>
              <UsedByRules rules={rulesNaming(tag.id)} />
            </div>
            <Button
              variant="default"
              size="xs"
              disabled={!isSaved(tag) || rulesNaming(tag.id).length > 0}
              onClick={() => askToDelete(tag)}
              aria-label={`Delete ${tag.name}`}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => edit({ thing: null })}>
          Add claim tag
        </Button>
      </div>
      {edited === null ? null : (
        <EditDialog
          title="Add claim tag"
          saveLabel="Save claim tag"
          saved={NEW}
          typed={edited.typed}
          errors={edited.errors}
          schema={createTag.body}
          onClose={() => edit(null)}
          onSave={(draft) => {
            edit(null);
            adding.mutate(draft);
          }}
        >
          {({ draft, errors, change }) => (
            <TextInput
              label="Name"
              dir="auto"
              data-autofocus
              value={draft.name}
              error={errors['name']}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
          )}
        </EditDialog>
      )}
      <ConfirmDialog
        isOpen={deleted !== null}
        onClose={() => askToDelete(null)}
        title={`Delete ${deleted?.name ?? ''}?`}
        confirmLabel="Delete claim tag"
        cancelLabel="Keep claim tag"
        onConfirm={() => {
          askToDelete(null);
          if (deleted) removing.mutate(deleted);
        }}
        isDestructive
      >
        Staff can't choose it anymore. Claims that have it keep it.
      </ConfirmDialog>
    </SettingsSection>
  );
}
