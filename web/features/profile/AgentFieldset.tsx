import { type Control, useController } from 'react-hook-form';
import { TextAreaField, TextField, TextInput } from '#web/forms/fields.tsx';
import styles from './AgentFieldset.module.css';
import { ListField } from './ListField.tsx';
import { type ProfileDraft, weekdays } from './profileDraft.ts';

interface AgentFieldsetProps {
  control: Control<ProfileDraft>;
}

const lists = [
  { name: 'agent.languages', label: 'Languages', addLabel: 'Add language' },
  { name: 'agent.certifications', label: 'Certifications', addLabel: 'Add certification' },
  { name: 'agent.achievements', label: 'Achievements', addLabel: 'Add achievement' },
] as const;

export function AgentFieldset({ control }: AgentFieldsetProps) {
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-4">
      <TextField
        control={control}
        name="agent.title"
        label="Title"
        maxLength={120}
        placeholder="Real Estate Broker"
      />
      <TextField
        control={control}
        name="agent.specialization"
        label="Specialization"
        maxLength={120}
        placeholder="Luxury Condominiums"
      />
      <TextField
        control={control}
        name="agent.location"
        label="Location"
        maxLength={120}
        placeholder="Makati City"
      />
      <TextField
        control={control}
        name="agent.experience_years"
        label="Years of experience"
        inputMode="numeric"
        maxLength={2}
      />
      <TextField control={control} name="agent.license_number" label="License number" maxLength={60} />
      <TextAreaField
        control={control}
        name="agent.bio"
        className="col-span-full"
        label="Bio"
        rows={5}
        maxLength={4_000}
        placeholder="What you do, where, and how you work with clients"
      />
      {lists.map((list) => (
        <AgentList key={list.name} control={control} {...list} />
      ))}
      <WorkingHours control={control} />
    </div>
  );
}

function AgentList({ control, name, ...list }: AgentFieldsetProps & (typeof lists)[number]) {
  const { field } = useController({ control, name });
  return (
    <ListField className="col-span-full" {...list} value={field.value ?? []} onChange={field.onChange} />
  );
}

/** One field of the form: the name of a day may hold what would part a path. */
function WorkingHours({ control }: AgentFieldsetProps) {
  const { field } = useController({ control, name: 'agent.working_hours' });
  const hours: Record<string, string> = field.value ?? {};
  const otherDays = Object.keys(hours).filter((day) => !weekdays.some((weekday) => weekday === day));
  return (
    <fieldset className={`col-span-full grid gap-2 min-w-0 m-0 p-0 border-0 ${styles.hours}`}>
      <legend>Working hours</legend>
      {[...weekdays, ...otherDays].map((day) => (
        <div key={day} className="grid grid-cols-[7rem_minmax(0,20rem)] items-center gap-3 text-muted">
          <span aria-hidden="true">{day}</span>
          <TextInput
            label={day}
            isLabelHidden
            maxLength={60}
            placeholder="Not shown"
            value={hours[day] ?? ''}
            onChange={(text) => field.onChange({ ...hours, [day]: text })}
          />
        </div>
      ))}
    </fieldset>
  );
}
