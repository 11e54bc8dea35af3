import { Button, Menu, Switch, TextInput, Textarea } from '@mantine/core';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useRef, useState, type RefObject } from 'react';
import { z } from 'zod';
import {
  AUTOMATED,
  AutomatedTemplate,
  BY_STAFF,
  codeOf,
  StaffTemplate,
  usualText,
  variablesOf,
  type TemplateCode,
  type TemplateText,
} from '#core/emails/templates.ts';
import { VARIABLES, type VariableName } from '#core/emails/variables.ts';
import { insertAt } from '../../../ui/insert-at.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { EmailTemplatePreview } from './email-template-preview.tsx';
import { fieldError, type GroupForm } from './settings-form.ts';
import './email-templates.css';

/** While they are edited they may be wrong, but they have their parts. */
const EditedAutomated = AutomatedTemplate.extend({ sendAfterDays: z.number().nullable().or(z.nan()) });
const EditedStaff = StaffTemplate.extend({ name: z.string() });
type Automated = z.infer<typeof EditedAutomated>;
type ByStaff = z.infer<typeof EditedStaff>;

type FieldProps = { form: GroupForm; name: string };

/** The emails of a store, each opened to be edited with a preview. */
export const EmailTemplatesField = (props: FieldProps) =>
  props.name === 'automatedEmailTemplates' ? <AutomatedTemplates {...props} /> : <StaffTemplates {...props} />;

function AutomatedTemplates({ form, name }: FieldProps) {
  const templates = z.array(EditedAutomated).parse(form.document[name]);
  const set = (at: number, change: Partial<Automated>): void =>
    form.change(
      name,
      templates.map((one, i) => (i === at ? { ...one, ...change } : one)),
    );
  return (
    <div className="mg-templates">
      <h3>Automated emails</h3>
      {templates.map((template, at) => {
        const { canBeOff, help, name: title } = AUTOMATED[template.type];
        return (
          <TemplateRow
            key={template.type}
            title={title}
            help={`${help}${delayText(template)}`}
            code={template.type}
            text={template}
            form={form}
            path={`${name}.${at}`}
            onChange={(change) => set(at, change)}
            badge={canBeOff ? (template.isEnabled ? 'On' : 'Off') : null}
          >
            {canBeOff ? (
              <Switch
                label="Send this email"
                checked={template.isEnabled}
                onChange={(event) => set(at, { isEnabled: event.currentTarget.checked })}
              />
            ) : null}
            {template.sendAfterDays === null ? null : (
              <TypedNumberInput
                label="Send after"
                description="Days after the customer got the label or packing slip, at 10:00 in your store's time zone. Sent once, and only while the package isn't on its way."
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                suffix=" days"
                min={1}
                value={template.sendAfterDays}
                onChange={(sendAfterDays) => set(at, { sendAfterDays })}
                {...fieldError(form, `${name}.${at}.sendAfterDays`)}
              />
            )}
          </TemplateRow>
        );
      })}
    </div>
  );
}

const delayText = ({ isEnabled, sendAfterDays }: Automated): string =>
  !isEnabled || sendAfterDays === null || Number.isNaN(sendAfterDays)
    ? ''
    : ` After ${sendAfterDays} ${sendAfterDays === 1 ? 'day' : 'days'}.`;

const newTemplateId = (): string => `Template_${Math.random().toString(36).slice(2, 10)}`;

const KINDS = { Finalized: 'When a claim is finalized', Needs_More_Info: 'When you ask a customer something' } as const;

function StaffTemplates({ form, name }: FieldProps) {
  const templates = z.array(EditedStaff).parse(form.document[name]);
  const [added, setAdded] = useState<string | null>(null);
  const put = (next: ByStaff[]): void => form.change(name, next);
  const set = (at: number, change: Partial<ByStaff>): void =>
    put(templates.map((one, i) => (i === at ? { ...one, ...change } : one)));
  const add = (type: ByStaff['type']): void => {
    const id = newTemplateId();
    const { subject, header, body } = usualText(codeOf({ type, usedFor: null }));
    put([...templates, { id, name: '', type, usedFor: null, subject, header, body }]);
    setAdded(id);
  };
  const error = form.errors[name];
  return (
    <div className="mg-templates">
      <h3>Emails by staff</h3>
      {templates.map((template, at) => (
        <TemplateRow
          key={template.id}
          title={template.name || 'New template'}
          help={template.usedFor ? BY_STAFF[template.usedFor].help : `${KINDS[template.type]}, if staff choose it.`}
          code={codeOf(template)}
          text={template}
          form={form}
          path={`${name}.${at}`}
          onChange={(change) => set(at, change)}
          badge={null}
          isOpenFirst={template.id === added}
          isChosenByStaff={template.usedFor === null}
          {...(template.usedFor ? {} : { onRemove: () => put(templates.filter(({ id }) => id !== template.id)) })}
        >
          <TextInput
            label="Template name"
            description="Staff see it when they choose."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={100}
            value={template.name}
            onChange={(event) => set(at, { name: event.currentTarget.value })}
            {...fieldError(form, `${name}.${at}.name`)}
          />
        </TemplateRow>
      ))}
      {error === undefined ? null : <p role="alert">{error}</p>}
      <div>
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button variant="default" leftSection={<IconPlus size={16} />}>
              Add template
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => add('Finalized')}>{KINDS.Finalized}</Menu.Item>
            <Menu.Item onClick={() => add('Needs_More_Info')}>{KINDS.Needs_More_Info}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </div>
  );
}

type RowProps = {
  title: string;
  help: string;
  code: TemplateCode;
  text: TemplateText;
  form: GroupForm;
  path: string;
  onChange: (change: Partial<TemplateText>) => void;
  badge: 'On' | 'Off' | null;
  isOpenFirst?: boolean;
  isChosenByStaff?: boolean;
  onRemove?: () => void;
  children: React.ReactNode;
};

function TemplateRow({ title, help, code, text, form, path, onChange, onRemove, children, ...row }: RowProps) {
  const { isChosenByStaff = false } = row;
  const [isOpen, setOpen] = useState(row.isOpenFirst ?? false);
  const hasErrors = Object.keys(form.errors).some((one) => one.startsWith(`${path}.`));
  const usual = usualText(code);
  const isUsual = (['subject', 'header', 'body'] as const).every((part) => text[part] === usual[part]);
  return (
    <section className="mg-template" aria-label={title}>
      <div className="mg-template-head">
        <div className="mg-template-title">
          <strong>
            <bdi>{title}</bdi>
          </strong>
          <span className="mg-muted">{help}</span>
        </div>
        {row.badge === null ? null : (
          <StatusBadge status={{ label: row.badge, tone: row.badge === 'On' ? 'good' : 'neutral' }} />
        )}
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen || hasErrors}
          aria-label={`Edit ${title}`}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          Edit
        </Button>
      </div>
      {isOpen || hasErrors ? (
        <div className="mg-template-open">
          <div className="mg-template-fields">
            {children}
            <TemplateTexts code={code} text={text} form={form} path={path} onChange={onChange} />
            <div className="mg-location-actions">
              {isUsual ? null : (
                <Button variant="default" size="xs" onClick={() => onChange(pick(usual))}>
                  Use our text
                </Button>
              )}
              {onRemove ? (
                <Button variant="default" size="xs" onClick={onRemove} aria-label={`Remove ${title}`}>
                  Remove template
                </Button>
              ) : null}
            </div>
          </div>
          <EmailTemplatePreview title={title} code={code} isChosenByStaff={isChosenByStaff} text={pick(text)} />
        </div>
      ) : null}
    </section>
  );
}

const pick = ({ subject, header, body }: TemplateText): TemplateText => ({ subject, header, body });

type Place = HTMLInputElement | HTMLTextAreaElement;
type TextsProps = Pick<RowProps, 'code' | 'text' | 'form' | 'path' | 'onChange'>;

function TemplateTexts({ code, text, form, path, onChange }: TextsProps) {
  const subject = useRef<HTMLInputElement>(null);
  const header = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const insert = (part: keyof TemplateText, name: VariableName): void => {
    const place: RefObject<Place | null> = { subject, header, body }[part];
    insertAt(place.current, text[part], `{{${name}}}`, (typed) => onChange({ [part]: typed }));
  };
  const common = (part: keyof TemplateText, label: string) => ({
    label: (
      <span className="mg-template-label">
        {label}
        <VariableMenu label={label} code={code} onChoose={(name) => insert(part, name)} />
      </span>
    ),
    'aria-label': label,
    dir: 'auto' as const,
    value: text[part],
    ...fieldError(form, `${path}.${part}`),
  });
  return (
    <>
      <TextInput
        {...common('subject', 'Subject')}
        ref={subject}
        maxLength={200}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <TextInput
        {...common('header', 'Header')}
        ref={header}
        maxLength={200}
        onChange={(event) => onChange({ header: event.currentTarget.value })}
      />
      <Textarea
        {...common('body', 'Body')}
        ref={body}
        maxLength={10000}
        autosize
        minRows={7}
        maxRows={18}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
    </>
  );
}

type MenuProps = { label: string; code: TemplateCode; onChoose: (name: VariableName) => void };

const VariableMenu = ({ label, code, onChoose }: MenuProps) => (
  <Menu position="bottom-end" withinPortal returnFocus>
    <Menu.Target>
      <Button variant="subtle" color="gray" size="compact-xs" aria-label={`Insert a variable into ${label}`}>
        Insert variable
      </Button>
    </Menu.Target>
    <Menu.Dropdown className="mg-template-variables">
      {variablesOf(code).map((name) => (
        <Menu.Item key={name} onClick={() => onChoose(name)} rightSection={<code>{`{{${name}}}`}</code>}>
          {VARIABLES[name]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
