import type { CreationAttributes } from 'sequelize';
import type { ReviewModel } from '#server/db/models/reviews.ts';
import { demoAreas } from '../areas.ts';
import type { DemoClock } from '../clock.ts';
import { demoAgents } from '../people/agents.ts';
import { Deck, pickWeighted, sample, streamOf } from '../random.ts';
import { reviewTexts } from './texts.ts';

type Rating = keyof typeof reviewTexts;
type ReviewRow = CreationAttributes<ReviewModel>;

/** How content clients are: from the agents nobody complains about to those who divide opinions. */
const moods: readonly (readonly (readonly [Rating, number])[])[] = [
  [
    [5, 82],
    [4, 16],
    [3, 2],
  ],
  [
    [5, 66],
    [4, 28],
    [3, 6],
  ],
  [
    [5, 54],
    [4, 34],
    [3, 9],
    [2, 3],
  ],
  [
    [5, 44],
    [4, 34],
    [3, 12],
    [2, 6],
    [1, 4],
  ],
];
/** By place in the list of agents. */
const moodOfAgent = [0, 1, 1, 2, 0, 1, 2, 0, 1, 1, 2, 1, 1, 2, 0, 3, 0, 1];

/** Four to twenty of each agent, one of a reviewer; the demo agent has many. */
export function reviewRows(
  agentIds: readonly number[],
  reviewers: readonly number[],
  clock: DemoClock,
): ReviewRow[] {
  const rows = agentIds.flatMap((agentId, index) => {
    const rng = streamOf(`reviews ${index}`);
    const agent = demoAgents[index];
    const areas = demoAreas.filter(({ key }) => agent?.areas.includes(key)).map((area) => area.neighbourhood);
    const texts = new Map(
      ([1, 2, 3, 4, 5] as const).map((rating) => [rating, new Deck(rng, reviewTexts[rating])]),
    );
    const count = index === 0 ? 19 : rng.int(4, 17);
    return sample(rng, reviewers, count).flatMap((reviewer) => {
      const rating = pickWeighted(rng, moods[moodOfAgent[index] ?? 1] ?? []);
      const text = texts.get(rating)?.deal();
      if (!text) return [];
      const written = clock.at(-rng.int(2, 400), rng.int(8, 22), rng.int(0, 59));
      return [
        {
          agent_id: agentId,
          reviewer_id: reviewer,
          rating,
          comment: text
            .replaceAll('{agent}', agent?.name.split(' ')[0] ?? '')
            .replaceAll('{area}', rng.pick(areas)),
          created_at: written,
          updated_at: written,
        },
      ];
    });
  });
  return rows.sort((a, b) => Number(a.created_at) - Number(b.created_at));
}

/** Mean and number of an agent's reviews, as every new review recomputes them. */
export function ratingOf(
  agentId: number,
  reviews: readonly ReviewRow[],
): { rating: number; review_count: number } {
  const ratings = reviews.filter((review) => review.agent_id === agentId).map((review) => review.rating);
  const sum = ratings.reduce((total, rating) => total + rating, 0);
  return {
    rating: ratings.length === 0 ? 0 : Math.round((sum / ratings.length) * 100) / 100,
    review_count: ratings.length,
  };
}
