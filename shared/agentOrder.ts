/** The keys by which the directory of agents is sorted; the first is the usual one. */
export const agentSorts = ['rating', 'experience', 'name'] as const;

interface OrderedAgent {
  id: number;
  name: string;
  /** PostgreSQL gives decimal numbers as text. */
  rating: number | string;
  review_count: number;
  experience_years: number;
}

type Compare<Agent> = (one: Agent, other: Agent) => number;

const alphabet = new Intl.Collator('en');

/** The order of two names. */
export const compareNames = (one: string, other: string): number => alphabet.compare(one, other);

interface AgentOrder {
  sort?: (typeof agentSorts)[number] | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/**
 * The order of the directory, on the server and of a list that the browser has as a whole. The direction applies to the
 * key only; ties go to more reviews, then to the alphabet.
 * @param byName compares the names, where that is known already
 */
export function compareAgents<Agent extends OrderedAgent>(
  { sort = 'rating', order = 'desc' }: AgentOrder,
  byName: Compare<Agent> = (one, other) => compareNames(one.name, other.name),
): Compare<Agent> {
  const sign = order === 'desc' ? -1 : 1;
  const compareBy: Record<(typeof agentSorts)[number], Compare<Agent>> = {
    rating: (one, other) => Number(one.rating) - Number(other.rating),
    experience: (one, other) => one.experience_years - other.experience_years,
    name: byName,
  };
  const byKey = compareBy[sort];
  return (one, other) =>
    sign * byKey(one, other) || other.review_count - one.review_count || byName(one, other) || one.id - other.id;
}
