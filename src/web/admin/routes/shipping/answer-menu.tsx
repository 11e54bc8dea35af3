import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { filledAnswer } from '#core/protection/answer-template.ts';
import { meQuery } from '../../me-query.ts';
import { loadProblemText } from '../../problem-words.ts';
import { answersQuery } from '../concierge/concierge-queries.ts';
import '../settings/email-templates.css';

/** The answers of the provider's team, filled in for a claim. They are the provider's own: nobody else sees them. */
export function AnswerMenu({
  storeId,
  claim,
  onInsert,
}: {
  storeId: number;
  claim: ShippingClaimShown;
  onInsert: (text: string) => void;
}) {
  const { data: me } = useQuery(meQuery);
  const isProviderAdmin = me?.user.isProviderAdmin ?? false;
  const { data: answers, error } = useQuery({ ...answersQuery, enabled: isProviderAdmin });
  if (!isProviderAdmin) return null;
  const values = {
    customerFirstName: claim.customerFirstName,
    customerName: claim.customerName,
    claimNumber: claim.externalId,
    orderNumber: claim.originalStoreOrder.orderNo,
    storeName: me?.stores.find(({ id }) => id === storeId)?.name ?? '',
  };
  return (
    <Menu position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="compact-xs">
          Insert answer
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="mg-template-variables">
        {error && !answers ? <Menu.Label>{loadProblemText(error)}</Menu.Label> : null}
        {answers?.length === 0 ? <Menu.Label>No answer yet.</Menu.Label> : null}
        {answers?.map(({ id, name, body }) => (
          <Menu.Item key={id} onClick={() => onInsert(filledAnswer(body, values))}>
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item renderRoot={(props) => <Link {...props} to="/concierge/answers" />}>Edit the answers</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
