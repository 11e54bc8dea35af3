/** What an alert last said of the live rules that can't run as they are, so that it is said once. */
export const ruleWarnings = `
alter table rule_set add column warned_of text;
`;
