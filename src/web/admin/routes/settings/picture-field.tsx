import { Button, FileButton, Input, Progress, type InputWrapperProps } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { BRAND_PICTURE_TYPES, type BrandPicture } from '#core/brand/pictures.ts';
import { useDropped } from '../../../ui/use-dropped.ts';
import { usePicture } from './use-picture.ts';
import './picture-field.css';

type PictureFieldProps = {
  common: Pick<InputWrapperProps, 'description' | 'inputWrapperOrder' | 'error'> & { label: string; disabled: boolean };
  picture: BrandPicture;
  storeId: number;
  /** Empty for none. */
  address: string;
  onChange: (address: string) => void;
};

const WITHOUT: Readonly<Record<BrandPicture, string>> = {
  logo: "Your store's name",
  favicon: 'Your initial',
  background: 'No picture',
  modal: 'No picture',
};

const ACCEPTED = [...BRAND_PICTURE_TYPES, 'image/svg+xml'].join(',');

/** A picture of the store's brand: chosen or dropped, shown, replaced and removed. It is saved with the page. */
export function PictureField({ common, picture, storeId, address, onChange }: PictureFieldProps) {
  const { send, clear, share, problem, note } = usePicture(storeId, picture, onChange);
  const take = ([file]: readonly File[]): void => {
    if (file && !common.disabled) send(file);
  };
  const zone = useDropped<HTMLFieldSetElement>(take);
  const reset = useRef<(() => void) | null>(null);
  const id = useId();
  const isSending = share !== null;
  const error = problem ?? common.error;
  return (
    <Input.Wrapper
      {...common}
      labelElement="div"
      labelProps={{ id }}
      {...(error === undefined ? {} : { error, errorProps: { role: 'alert' } })}
    >
      <fieldset className="mg-picture-field" ref={zone} aria-labelledby={id}>
        <div className={`mg-picture-shown mg-picture-${picture}`}>
          {address === '' ? (
            <span className="mg-muted">{WITHOUT[picture]}</span>
          ) : (
            <img src={address} alt={common.label} />
          )}
        </div>
        <div className="mg-picture-actions">
          <FileButton
            accept={ACCEPTED}
            resetRef={reset}
            disabled={common.disabled || isSending}
            onChange={(file) => {
              if (file) send(file);
              // The same file can be chosen again.
              reset.current?.();
            }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="xs"
                disabled={common.disabled || isSending}
                leftSection={<IconPhotoUp size={16} aria-hidden />}
                aria-label={`${address === '' ? 'Choose' : 'Replace'} ${common.label.toLowerCase()}`}
              >
                {address === '' ? 'Choose or drop a picture' : 'Replace'}
              </Button>
            )}
          </FileButton>
          {address !== '' && !isSending ? (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              disabled={common.disabled}
              aria-label={`Remove ${common.label.toLowerCase()}`}
              onClick={() => {
                clear();
                onChange('');
              }}
            >
              Remove
            </Button>
          ) : null}
        </div>
        {isSending ? (
          <Progress
            className="mg-picture-progress"
            value={share * 100}
            aria-label={`Uploading ${common.label.toLowerCase()}`}
          />
        ) : null}
        {note === null ? null : <output className="mg-picture-note">{note}</output>}
      </fieldset>
    </Input.Wrapper>
  );
}
