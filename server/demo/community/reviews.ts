import type { CreationAttributes } from 'sequelize';
import type { ReviewModel } from '#server/db/models.ts';
import { demoAreas } from '../areas.ts';
import { DAY_MS, type DemoClock, HOUR_MS } from '../clock.ts';
import { demoAgents } from '../people/people.ts';
import { Deck, pickPlace, sample, streamOf } from '../random.ts';
import { communityTexts } from './texts.ts';

type ReviewRow = CreationAttributes<ReviewModel>;

const ratings = [5, 4, 3, 2, 1] as const;
/** Weights of the ratings: from agents without complaints to agents who divide opinions. The mean of all is about 4.8. */
const moods: readonly (readonly number[])[] = [
  [86, 14, 0, 0, 0],
  [84, 15, 1, 0, 0],
  [76, 20, 4, 0, 0],
  [60, 28, 8, 4, 0],
];
/** By place in the list of agents. */
const moodOfAgent = [2, 1, 1, 2, 0, 1, 2, 0, 1, 1, 2, 1, 1, 2, 0, 3, 0, 1];

/** Four to twenty reviews of each agent, one by a reviewer; the demo agent has many. */
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
      ratings.toReversed().map((rating) => [rating, new Deck(rng, communityTexts.reviews[rating])]),
    );
    const count = index === 0 ? 19 : rng.int(4, 17);
    return sample(rng, reviewers, count).flatMap((reviewer) => {
      const rating = ratings[pickPlace(rng, moods[moodOfAgent[index] ?? 1] ?? [])] ?? 5;
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
          answer: null as string | null,
          answered_version: null as number | null,
          answered_at: null as Date | null,
          answer_told_at: null as Date | null,
          created_at: written,
          updated_at: written,
        },
      ];
    });
  });
  rows.sort((a, b) => Number(a.created_at) - Number(b.created_at));
  const ofDemoAgent = rows.filter(({ agent_id }) => agent_id === agentIds[0]);
  communityTexts.reviewAnswers.forEach((answer, index) => {
    const review = ofDemoAgent.at(-2 - 3 * index);
    if (!review) return;
    const answered = new Date(Math.min(review.created_at.getTime() + DAY_MS, clock.today.getTime() - HOUR_MS));
    Object.assign(review, { answer, answered_version: 1, answered_at: answered, answer_told_at: answered });
  });
  return rows;
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
