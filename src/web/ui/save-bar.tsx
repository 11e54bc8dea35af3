import { Button } from '@mantine/core';
import './save-bar.css';

type SaveBarProps = {
  label: string;
  /** How the form stands. */
  says: string;
  /** The form that Save sends. */
  formId: string;
  isSaving: boolean;
  other: { label: string; onClick: () => void };
};

/** Saves the form above it, and stays in sight while the form is scrolled. */
export const SaveBar = ({ label, says, formId, isSaving, other }: SaveBarProps) => (
  <section className="mg-save-bar" aria-label={label}>
    <output>{says}</output>
    <Button variant="default" disabled={isSaving} onClick={other.onClick}>
      {other.label}
    </Button>
    <Button type="submit" form={formId} loading={isSaving}>
      Save
    </Button>
  </section>
);

export const needAttention = (count: number): string =>
  `${count} ${count === 1 ? 'field needs' : 'fields need'} attention`;
