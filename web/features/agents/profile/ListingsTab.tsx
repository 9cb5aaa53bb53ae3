import type { UseQueryResult } from '@tanstack/react-query';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Property } from '#shared/contracts/properties.ts';
import { PropertyGridSkeleton } from '#web/features/properties/index.ts';
import { PartState } from '#web/ui/PartState.tsx';
import { ListingCard } from './ListingCard.tsx';
import styles from './ListingsTab.module.css';
import { availableFirst } from './listingWords.ts';

interface ListingsTabProps {
  agent: Agent;
  query: UseQueryResult<Property[]>;
}

export function ListingsTab({ agent, query }: ListingsTabProps) {
  return (
    <section aria-labelledby="listings-title">
      <h2 id="listings-title" className="visuallyHidden">
        Properties of {agent.name}
      </h2>
      <PartState
        query={query}
        loadingText="Loading properties…"
        failure="The properties could not be loaded."
        emptyTitle="No properties listed yet"
        emptyText={`New listings of ${agent.name} will appear here.`}
        skeleton={<PropertyGridSkeleton count={3} />}
      />
      <ul className={styles.grid}>
        {availableFirst(query.data ?? []).map((property) => (
          <li key={property.id}>
            <ListingCard property={property} />
          </li>
        ))}
      </ul>
    </section>
  );
}
