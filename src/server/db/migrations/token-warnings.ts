/** When admins were told that a helpdesk's token expires soon; they are warned once. */
export const tokenWarnings = `
alter table helpdesk_token add column warned_on timestamptz;
`;
