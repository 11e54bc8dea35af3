/** The plan of a shop at its platform, by the platform's own name (S3.22). */
export const platformPlan = `
alter table store add column platform_plan text not null default 'Basic';
`;
