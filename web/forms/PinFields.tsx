import { type ClipboardEvent, useState } from 'react';
import { useController } from 'react-hook-form';
import { pinText, readPinFields, readPinText, type WrittenPin } from '#shared/pins.ts';
import { csvColumnLabels } from '#shared/propertyCsv.ts';
import { t } from '#web/lib/i18n.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useFormControl } from './Form.tsx';
import { TextField } from './fields.tsx';

const isPlainNumber = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text.trim());

/** Latitude and longitude, the fields 'lat' and 'lng'. A pair in either of them fills both. */
export function PinFields({ isOptional = false }: { isOptional?: boolean }) {
  const control = useFormControl<{ lat: string; lng: string }>();
  const lat = useController({ control, name: 'lat' }).field;
  const lng = useController({ control, name: 'lng' }).field;
  const [turned, setTurned] = useState('');
  const written = `${lat.value} ${lng.value}`;

  const fill = (pin: WrittenPin) => {
    const texts = pinText(pin);
    lat.onChange(texts.lat);
    lng.onChange(texts.lng);
    setTurned(pin.isSwapped ? `${texts.lat} ${texts.lng}` : '');
  };
  // Typing is never disturbed: a pair is taken apart when its field is left.
  const settle = () => {
    const pin = readPinFields({ lat: lat.value, lng: lng.value });
    if (pin && (pin.isSwapped || !isPlainNumber(lat.value) || !isPlainNumber(lng.value))) fill(pin);
  };
  const paste = (event: ClipboardEvent) => {
    const pin = readPinText(event.clipboardData.getData('text'));
    if (!pin) return;
    event.preventDefault();
    fill(pin);
  };
  const shared = { isOptional, autoComplete: 'off', spellCheck: false, onBlur: settle, onPaste: paste };
  return (
    <>
      <TextField name="lat" label={t(csvColumnLabels.latitude)} {...shared} />
      <TextField name="lng" label={t(csvColumnLabels.longitude)} {...shared} />
      <div className="col-span-full order-last has-[>:empty]:absolute">
        <Notice kind="info">
          {turned === written &&
            t('Latitude and longitude were the other way round. We exchanged them: please check the pin.')}
        </Notice>
      </div>
    </>
  );
}
