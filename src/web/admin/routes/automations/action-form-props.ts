import type { FieldErrors } from '../../field-errors.ts';
import type { Params, RuleForm } from './rule-form.ts';
import type { StoreThings } from './store-things.ts';

export type ActionFormProps = {
  does: NonNullable<RuleForm['does']>;
  errors: FieldErrors;
  things: StoreThings;
  change: (params: Params) => void;
};
