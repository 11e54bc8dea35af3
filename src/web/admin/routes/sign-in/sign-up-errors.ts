import { SignUp } from '#core/sign-up.ts';
import { errorsOf, type FieldErrors } from '../../field-errors.ts';

/** What is wrong with a request before it is sent; empty when nothing is. */
export function checkSignUp(signUp: SignUp): FieldErrors {
  return errorsOf(SignUp, signUp);
}
