/**
 * A photo that could not be loaded waits before it is tried again. The index stays: of the photos still to be compared,
 * only those few wait, and a new index would be built over all media while shoppers upload.
 */
export const photosToHash = `
alter table media add column hash_from timestamptz;
`;
