import type { ComponentProps } from 'react';
import { InputField } from '#web/forms/FormField.tsx';

type NumberFieldProps = Omit<ComponentProps<typeof InputField>, 'type'>;

/** Specification, part 3 §5: never below 0. A blank one counts as 0, so it is not called optional. */
export function NumberField(props: NumberFieldProps) {
  return (
    <InputField
      hasOptionalMark={false}
      inputMode="decimal"
      min={0}
      {...props}
      type="number"
      // Scrolling past a focused number would change it.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}
