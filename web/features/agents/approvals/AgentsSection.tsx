import { Section } from '#web/ui/section/Section.tsx';
import { PendingAgents } from './PendingAgents.tsx';

/** The same list as in the overview (specification, part 3 §2). */
export function AgentsSection() {
  return (
    <Section label="Agents">
      <PendingAgents />
    </Section>
  );
}
