/** A switch and the window it opens, under new names; a window that is switched off is 0 days long. */
const renamedWindow = (
  group: string,
  [was, is]: readonly [string, string],
  [wasDays, isDays, usual]: readonly [string, string, number],
): string => `
insert into store_settings (store_id, group_name, version, document, updated_by)
select store_id, '${group}', 1, '{}', 'Makegood' from store on conflict (store_id, group_name) do nothing;
update store_settings set document = (document - '${was}' - '${wasDays}') || case
  when document ->> '${was}' = 'false' or document ->> '${wasDays}' = '0' then '{"${is}": false, "${isDays}": 0}'
  else jsonb_build_object('${is}', true, '${isDays}', coalesce((document ->> '${wasDays}')::integer, ${usual})) end
where group_name = '${group}';
`;

/** Fields that stand in another group from now on, by the name they had. */
const MOVED = `
insert into store_settings (store_id, group_name, version, document, updated_by)
select store_id, 'returns', 1, '{}', 'Makegood' from store on conflict (store_id, group_name) do nothing;
update store_settings returns set document = returns.document || coalesce((
  select jsonb_strip_nulls(jsonb_build_object(
    'exchangeOrderPrefix', exchanges.document -> 'exchangeOrderPrefix',
    'isReturnProcessApiEnabled', case exchanges.document ->> 'exchangeOrderType' when 'platformReturn' then true end))
  from store_settings exchanges
  where exchanges.store_id = returns.store_id and exchanges.group_name = 'variantExchanges'), '{}') || coalesce((
  select jsonb_strip_nulls(jsonb_build_object('returnPolicyUrl', published.document -> 'policyUrl'))
  from store_settings published
  where published.store_id = returns.store_id and published.group_name = 'publishedPolicy'), '{}')
where returns.group_name = 'returns';
update store_settings set document = document - 'exchangeOrderPrefix' - 'exchangeOrderType' where group_name = 'variantExchanges';
update store_settings set document = document - 'policyUrl' where group_name = 'publishedPolicy';
`;

/** Settings under the names of the specification. What a store offered until now it goes on offering. */
export const settingsNames = `
${renamedWindow('refunds', ['isRefundEnabled', 'isRefundsEnabled'], ['refundWindowDays', 'refundValidityDays', 30])}
${renamedWindow('storeCredit', ['isStoreCreditEnabled', 'isStoreCreditEnabled'], ['storeCreditWindowDays', 'storeCreditValidityDays', 45])}
${renamedWindow('giftCardsControl', ['isGiftCardEnabled', 'isGiftCardEnabled'], ['giftCardWindowDays', 'giftCardValidityDays', 60])}
${renamedWindow('variantExchanges', ['isExchangeEnabled', 'isExchangeEnabled'], ['exchangeWindowDays', 'variantExchangeValidityDays', 60])}
update store_settings set document = (document - 'warrantyWindowDays') || jsonb_build_object('defaultWarrantyDays', document -> 'warrantyWindowDays')
where group_name = 'warranties' and document ? 'warrantyWindowDays';
update store_settings set document = (document - 'incentiveBasisPoints') || case document ->> 'incentiveBasisPoints'
  when '0' then '{"giftCardIncentiveType": "none"}'
  else jsonb_build_object('giftCardIncentiveType', 'percent', 'giftCardIncentiveAmount', (document ->> 'incentiveBasisPoints')::numeric / 100) end
where group_name = 'giftCards' and document ? 'incentiveBasisPoints';
${MOVED}
`;
