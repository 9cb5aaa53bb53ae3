import { TextAreaField } from '#web/forms/TextAreaField.tsx';
import account from '#web/ui/AccountPage.module.css';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './AgentFieldset.module.css';
import { ListField } from './ListField.tsx';
import { type AgentDraft, weekdays } from './profileDraft.ts';

interface AgentFieldsetProps {
  draft: AgentDraft;
  onChange(draft: AgentDraft): void;
}

export function AgentFieldset({ draft, onChange }: AgentFieldsetProps) {
  const field = <Name extends keyof AgentDraft>(name: Name) => ({
    value: draft[name],
    onChange: (value: AgentDraft[Name]) => onChange({ ...draft, [name]: value }),
  });
  const otherDays = Object.keys(draft.working_hours).filter(
    (day) => !weekdays.some((weekday) => weekday === day),
  );
  return (
    <div className={account.fields}>
      <TextField label="Title" maxLength={120} placeholder="Real Estate Broker" {...field('title')} />
      <TextField
        label="Specialization"
        maxLength={120}
        placeholder="Luxury Condominiums"
        {...field('specialization')}
      />
      <TextField label="Location" maxLength={120} placeholder="Makati City" {...field('location')} />
      <TextField
        label="Years of experience"
        inputMode="numeric"
        maxLength={2}
        {...field('experience_years')}
      />
      <TextField label="License number" maxLength={60} {...field('license_number')} />
      <TextAreaField
        className={account.whole}
        label="Bio"
        rows={5}
        maxLength={4_000}
        placeholder="What you do, where, and how you work with clients"
        {...field('bio')}
      />
      <ListField
        className={account.whole}
        label="Languages"
        addLabel="Add language"
        {...field('languages')}
      />
      <ListField
        className={account.whole}
        label="Certifications"
        addLabel="Add certification"
        {...field('certifications')}
      />
      <ListField
        className={account.whole}
        label="Achievements"
        addLabel="Add achievement"
        {...field('achievements')}
      />
      <fieldset className={`${account.whole} ${styles.hours}`}>
        <legend>Working hours</legend>
        {[...weekdays, ...otherDays].map((day) => (
          <div key={day} className={styles.day}>
            <span aria-hidden="true">{day}</span>
            <TextField
              label={day}
              isLabelHidden
              maxLength={60}
              placeholder="Not shown"
              value={draft.working_hours[day] ?? ''}
              onChange={(hours) =>
                onChange({ ...draft, working_hours: { ...draft.working_hours, [day]: hours } })
              }
            />
          </div>
        ))}
      </fieldset>
    </div>
  );
}
