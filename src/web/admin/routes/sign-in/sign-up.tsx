import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { signUp } from '#contract/merchant/session.ts';
import { EstimatedClaims, estimateName, ProductOfInterest, productName, type SignUp } from '#core/sign-up.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.tsx';
import { errorAt, refusedFields, type FieldErrors } from '../../field-errors.ts';
import { checkSignUp } from './sign-up-errors.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { loginUrl } from './welcome.tsx';

const EMPTY: SignUp = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  productsOfInterest: [],
  estimatedAnnualClaims: null,
  isOnboardingComplete: true,
};

const TEXTS = [
  { name: 'firstName', label: 'First name', autoComplete: 'given-name', required: true, maxLength: 100 },
  { name: 'lastName', label: 'Last name', autoComplete: 'family-name', required: true, maxLength: 100 },
  { name: 'email', label: 'Email', autoComplete: 'email', required: true, maxLength: 255, type: 'email' },
  { name: 'phone', label: 'Phone (optional)', autoComplete: 'tel', required: false, maxLength: 40, type: 'tel' },
] as const;

/** A request for an invitation; then on to sign in with the email just given (S2.23). */
export function SignUpPage() {
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors>({});
  const sending = useMutation({
    mutationFn: (body: SignUp) => call(signUp, { body }),
    onSuccess: (_answer, { email }) => window.location.assign(loginUrl(email.trim())),
    onError: (error) => {
      if (error instanceof ApiError) setErrors(refusedFields(error));
    },
  });
  const leaveQuestion = useLeaveGuard({
    isChanged: draft !== EMPTY && sending.isIdle,
    title: 'Leave without sending?',
    leaveLabel: 'Leave without sending',
    children: "Your request isn't sent yet. If you leave now, you'll lose what you entered.",
  });
  const change = (part: Partial<SignUp>): void => {
    setDraft({ ...draft, ...part });
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !(field in part))));
  };
  const errorOf = (field: keyof SignUp): { error?: string } => {
    const error = errorAt(errors, field);
    return error === undefined ? {} : { error };
  };
  const send = (): void => {
    const wrong = checkSignUp(draft);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) sending.mutate(draft);
    else setTimeout(() => document.querySelector<HTMLElement>('#content [aria-invalid="true"]')?.focus());
  };
  return (
    <SignInFrame title="Request an invitation">
      <p>Tell us about yourself. We'll email you as soon as your store is ready.</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {sending.error ? <Notice tone="bad">Failed to send invite. Please try again.</Notice> : null}
        {TEXTS.map(({ name, ...field }) => (
          <TextInput
            key={name}
            dir="auto"
            {...field}
            value={draft[name]}
            onChange={(event) => change({ [name]: event.currentTarget.value })}
            {...errorOf(name)}
          />
        ))}
        <Checkbox.Group
          label="What are you interested in?"
          value={draft.productsOfInterest}
          onChange={(values) =>
            change({ productsOfInterest: ProductOfInterest.options.filter((one) => values.includes(one)) })
          }
          {...errorOf('productsOfInterest')}
        >
          <Group mt="sm" mb="xs">
            {ProductOfInterest.options.map((product) => (
              <Checkbox key={product} value={product} label={productName(product)} />
            ))}
          </Group>
        </Checkbox.Group>
        <NativeSelect
          label="Estimated claims per year"
          required
          data={[
            { value: '', label: 'Select one' },
            ...EstimatedClaims.options.map((value) => ({ value, label: estimateName(value) })),
          ]}
          value={draft.estimatedAnnualClaims ?? ''}
          onChange={(event) =>
            change({ estimatedAnnualClaims: EstimatedClaims.safeParse(event.currentTarget.value).data ?? null })
          }
          {...errorOf('estimatedAnnualClaims')}
        />
        <Button type="submit" loading={sending.isPending || sending.isSuccess}>
          Send request
        </Button>
      </form>
      <p className="mg-sign-in-foot">
        <a href="/login">I already have an account</a>
      </p>
      {leaveQuestion}
    </SignInFrame>
  );
}
