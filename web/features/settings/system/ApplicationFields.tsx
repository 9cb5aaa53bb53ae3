import { InputField, TextAreaField } from '#web/forms/FormField.tsx';
import { SwitchField } from '#web/forms/SwitchField.tsx';
import type { CategoryFieldsProps } from './fieldProps.ts';

export function ApplicationFields({ draft, onChange, problems }: CategoryFieldsProps<'application'>) {
  return (
    <>
      <InputField
        name="siteName"
        label="Site Name"
        required
        maxLength={80}
        value={draft.siteName}
        problem={problems.siteName}
        onChange={(siteName) => onChange({ siteName })}
      />
      <TextAreaField
        name="siteDescription"
        label="Site Description"
        hint="Shown by search engines and when a page is shared"
        maxLength={300}
        rows={3}
        value={draft.siteDescription}
        onChange={(siteDescription) => onChange({ siteDescription })}
      />
      <SwitchField
        label="Maintenance Mode"
        text="Only admins can use the site; everyone else sees that it is closed"
        isOn={draft.maintenanceMode}
        onChange={(maintenanceMode) => onChange({ maintenanceMode })}
      />
      <SwitchField
        label="Registration Enabled"
        text="New people can create an account"
        isOn={draft.registrationEnabled}
        onChange={(registrationEnabled) => onChange({ registrationEnabled })}
      />
    </>
  );
}
