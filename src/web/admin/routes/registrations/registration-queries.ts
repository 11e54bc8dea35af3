import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { getRegistration, type RegistrationShown } from '#contract/merchant/registrations.ts';

export const registrationQuery = (storeId: number, registrationId: number) =>
  queryOptions({
    queryKey: ['registration', storeId, registrationId],
    queryFn: ({ signal }) => call(getRegistration, { params: { storeId, registrationId } }, { signal }),
    staleTime: 0,
  });

/** A change that answers the registration as it is then; the list is asked for again. */
export function useRegistrationChange<Input>(
  storeId: number,
  { id }: Pick<RegistrationShown, 'id'>,
  change: (input: Input) => Promise<RegistrationShown>,
  onDone: () => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      client.setQueryData(registrationQuery(storeId, id).queryKey, changed);
      void client.invalidateQueries({ queryKey: ['rows', storeId] });
      onDone();
    },
  });
}
