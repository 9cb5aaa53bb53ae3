import { Award, BadgeCheck, BriefcaseBusiness, MapPin } from 'lucide-react';
import type { Agent } from '#shared/contracts/agents.ts';
import { Chip } from '#web/ui/Chip.tsx';
import styles from './AboutTab.module.css';
import { Panel } from './Panel.tsx';
import { WorkingHours } from './WorkingHours.tsx';

export function AboutTab({ agent }: { agent: Agent }) {
  const { name, bio, specialization, location, languages, certifications, achievements } = agent;
  const paragraphs = (bio ?? '').split(/\n{2,}/).filter((text) => text.trim() !== '');
  return (
    <div className="grid gap-4 content-start min-w-0 xl:grid-cols-[minmax(0,1fr)_22rem] xl:gap-6">
      <div className="grid gap-4 content-start min-w-0">
        <Panel title={`About ${name}`}>
          <div className="grid gap-3 max-w-168 leading-[1.65]">
            {paragraphs.length > 0 ? (
              paragraphs.map((text) => <p key={text}>{text}</p>)
            ) : (
              <p className="text-muted">{name} has not written about themselves yet.</p>
            )}
          </div>
        </Panel>
        {certifications.length > 0 && (
          <Panel title="Certifications">
            <ul className={styles.list}>
              {certifications.map((text) => (
                <li key={text}>
                  <BadgeCheck size={20} strokeWidth={1.75} aria-hidden="true" />
                  {text}
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {achievements.length > 0 && (
          <Panel title="Achievements">
            <ul className={styles.list}>
              {achievements.map((text) => (
                <li key={text}>
                  <Award size={20} strokeWidth={1.75} aria-hidden="true" />
                  {text}
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
      <div className="grid gap-4 content-start min-w-0">
        <Panel title="At a Glance">
          <dl className={styles.facts}>
            {specialization && (
              <div>
                <dt>Specialization</dt>
                <dd>
                  <BriefcaseBusiness size={18} strokeWidth={1.75} aria-hidden="true" />
                  {specialization}
                </dd>
              </div>
            )}
            {location && (
              <div>
                <dt>Service Area</dt>
                <dd>
                  <MapPin size={18} strokeWidth={1.75} aria-hidden="true" />
                  {location}
                </dd>
              </div>
            )}
            {languages.length > 0 && (
              <div>
                <dt>Languages</dt>
                <dd className={styles.chips}>
                  {languages.map((language) => (
                    <Chip key={language} label={language} />
                  ))}
                </dd>
              </div>
            )}
          </dl>
        </Panel>
        <Panel title="Working Hours">
          <WorkingHours hours={agent.working_hours} />
        </Panel>
      </div>
    </div>
  );
}
