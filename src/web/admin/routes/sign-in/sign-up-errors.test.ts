import { expect, test } from 'vitest';
import type { SignUp } from '#core/sign-up.ts';
import { checkSignUp } from './sign-up-errors.ts';

const signUp: SignUp = {
  firstName: 'Noor',
  lastName: 'Haddad',
  email: 'noor@shop.example',
  phone: '',
  productsOfInterest: ['Returns'],
  estimatedAnnualClaims: 'Up_To_300',
  isOnboardingComplete: true,
};

test('S5.15, in its words', () => {
  expect(checkSignUp(signUp)).toEqual({});
  expect(checkSignUp({ ...signUp, email: '  noor@shop.example ' })).toEqual({});
  expect(checkSignUp({ ...signUp, firstName: ' ', lastName: '', email: 'noor' })).toEqual({
    firstName: 'Must not be empty.',
    lastName: 'Must not be empty.',
    email: 'Invalid email',
  });
  const later = { ...signUp, productsOfInterest: [], estimatedAnnualClaims: null };
  expect(checkSignUp(later)).toEqual({
    estimatedAnnualClaims: 'Select an estimate',
    productsOfInterest: 'Select at least one product',
  });
  expect(checkSignUp({ ...later, isOnboardingComplete: false })).toEqual({});
});
