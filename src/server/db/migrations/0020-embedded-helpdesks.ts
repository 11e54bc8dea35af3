/** Where a helpdesk may show our pages in its own: origins such as https://acme.zendesk.com; none, and it cannot. */
export const embeddedHelpdesks = `
alter table helpdesk_connection add column embedded_in text[] not null default '{}';
`;
