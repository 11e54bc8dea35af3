import { Button, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { call } from '#contract/client.ts';
import { changeSetup, type getSetup } from '#contract/merchant/setup.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCopy } from '../../../ui/use-copy.tsx';
import { problemText } from '../../problem-words.ts';
import { setupQuery } from '../../queries.ts';

type Setup = RouteAnswer<typeof getSetup>;
type Change = { isDismissed?: boolean; isPortalShared?: true };

/** Saves and shows at once what was saved. */
function useSetup(storeId: number) {
  const { data } = useQuery(setupQuery(storeId));
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (body: Change) => call(changeSetup, { params: { storeId }, body }),
    onError: (error) => toast(problemText(error), 'bad'),
    onSettled: () => client.invalidateQueries({ queryKey: setupQuery(storeId).queryKey }),
  });
  const done = data ? Object.values(data.done) : [];
  return { data, change: mutate, isOver: done.every(Boolean), count: done.filter(Boolean).length, of: done.length };
}

const focus = (element: HTMLElement | null): void => element?.focus();

type Props = {
  storeId: number;
  /** Whether somebody put it away or brought it back just now: the focus follows to the way back. */
  isMoved: boolean;
  onMove: () => void;
};

/** Brings a dismissed checklist back; nothing once all of it is done. */
export function ShowChecklist({ storeId, isMoved, onMove }: Props) {
  const { data, change, isOver, count, of } = useSetup(storeId);
  if (!data?.isDismissed || isOver) return null;
  return (
    <Button
      variant="default"
      size="xs"
      ref={isMoved ? focus : null}
      onClick={() => {
        onMove();
        change({ isDismissed: false });
      }}
    >
      Show setup, {count} of {of} done
    </Button>
  );
}

/** What a new store does first. It goes when all of it is done. */
export function SetupChecklist({ storeId, isMoved, onMove }: Props) {
  const { data, change, isOver, count, of } = useSetup(storeId);
  const { copy, byHand } = useCopy('Link copied');
  if (!data || data.isDismissed || isOver) return null;
  const { done, portalUrl } = data;
  const share = (): void => change({ isPortalShared: true });
  return (
    <div className="mg-setup">
      <Section
        title="Set up your store"
        action={
          <span className="mg-setup-head">
            <span className="mg-muted">
              {count} of {of} done
            </span>
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              ref={isMoved ? focus : null}
              onClick={() => {
                onMove();
                change({ isDismissed: true });
              }}
            >
              Hide
            </Button>
          </span>
        }
      >
        <ol className="mg-setup-steps">
          <Step
            isDone={done.portal}
            title="Share your return portal"
            about="Shoppers start every return there. Put the link on your site and in your emails."
          >
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                copy(portalUrl);
                share();
              }}
            >
              Copy link
            </Button>
            <Button
              size="xs"
              variant="default"
              component="a"
              href={portalUrl}
              target="_blank"
              rel="noreferrer"
              onClick={share}
            >
              Open portal
            </Button>
          </Step>
          <Step isDone={done.testReturn} title="Make a test return" about={testReturnWords(data)}>
            <Button
              size="xs"
              variant="default"
              component="a"
              href={testReturnUrl(data)}
              target="_blank"
              rel="noreferrer"
            >
              Start a test return
            </Button>
          </Step>
          <Step
            isDone={done.brand}
            title="Add your brand"
            about="Your color, logo and words, in the portal and in your emails."
          >
            <SettingsButton storeId={storeId} section="theme">
              Open brand settings
            </SettingsButton>
          </Step>
          <Step
            isDone={done.policy}
            title="Check your return policy"
            about="What can be returned, until when, and what shoppers get for it."
          >
            <SettingsButton storeId={storeId} section="returns">
              Open return settings
            </SettingsButton>
          </Step>
        </ol>
      </Section>
      {byHand}
    </div>
  );
}

function Step({
  isDone,
  title,
  about,
  children,
}: {
  isDone: boolean;
  title: string;
  about: string;
  children: ReactNode;
}) {
  const Shape = isDone ? IconCircleCheckFilled : IconCircle;
  return (
    <li {...(isDone ? { 'data-done': true } : {})}>
      <Shape size={20} aria-hidden />
      <div>
        <strong>{title}</strong>
        <VisuallyHidden>{isDone ? ', done' : ', to do'}</VisuallyHidden>
        <p className="mg-muted">{about}</p>
      </div>
      <div className="mg-setup-ways">{children}</div>
    </li>
  );
}

const SettingsButton = ({
  storeId,
  section,
  children,
}: {
  storeId: number;
  section: 'theme' | 'returns';
  children: ReactNode;
}) => (
  <Button
    size="xs"
    variant="default"
    renderRoot={(props) => <Link {...props} to="/$storeId/settings/$section" params={{ storeId, section }} />}
  >
    {children}
  </Button>
);

const testReturnWords = ({ testOrder }: Setup): string =>
  testOrder
    ? `Return something of order ${testOrder.orderNo} as its buyer would. Its email address belongs to nobody.`
    : 'Return something of an order of your own as a shopper would, and see it arrive here.';

function testReturnUrl({ portalUrl, testOrder }: Setup): string {
  if (!testOrder) return portalUrl;
  const { orderNo, email } = testOrder;
  return `${portalUrl}?${new URLSearchParams({ order: orderNo, email }).toString()}`;
}
