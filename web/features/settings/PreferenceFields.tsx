import { SwitchField } from '#web/forms/SwitchField.tsx';
import account from '#web/ui/AccountPage.module.css';
import { SelectField } from '#web/ui/SelectField.tsx';
import { budgetOf, budgetOptions, budgetText, locationOptions, propertyTypeOptions } from './options.ts';
import type { SettingsDraft } from './settingsDraft.ts';
import switches from './switches.module.css';

type Search = SettingsDraft['search'];

interface PreferenceFieldsProps {
  draft: Search;
  onChange(draft: Search): void;
}

export function PreferenceFields({ draft, onChange }: PreferenceFieldsProps) {
  return (
    <>
      <div className={account.fields}>
        <SelectField
          label="Default Location"
          value={draft.defaultLocation}
          options={locationOptions(draft.defaultLocation)}
          onChange={(defaultLocation) => onChange({ ...draft, defaultLocation })}
        />
        <SelectField
          label="Default Property Type"
          value={draft.defaultPropertyType}
          options={propertyTypeOptions}
          onChange={(defaultPropertyType) => onChange({ ...draft, defaultPropertyType })}
        />
        <SelectField
          label="Maximum Budget"
          value={budgetText(draft.maxBudget)}
          options={budgetOptions}
          onChange={(text) => onChange({ ...draft, maxBudget: budgetOf(text) })}
        />
      </div>
      <div className={`${switches.switches} ${switches.after}`}>
        <SwitchField
          label="Save Browsing History"
          text="Keeps the properties you open in this browser, so that you find them again."
          isOn={draft.saveHistory}
          onChange={(saveHistory) => onChange({ ...draft, saveHistory })}
        />
      </div>
    </>
  );
}
