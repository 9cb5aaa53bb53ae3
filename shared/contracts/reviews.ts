import { z } from 'zod';
import { MAX_REVIEW_LENGTH } from '../limits.ts';
import { english, msg } from '../messages.ts';
import { defineCall, isoTime, listPartQuery, requiredText } from './common.ts';

export const PRIVATE_REVIEWER_NAME = english('Private reviewer');

export const review = z.object({
  id: z.number(),
  /** 'Deleted user' once the account is gone, 'Private reviewer' to those whom the reviewer's settings keep out. */
  reviewer_name: z.string(),
  reviewer_avatar_url: z.string().nullable(),
  /** To the reviewed agent alone, and only where the reviewer's settings show it; null otherwise. */
  reviewer_email: z.string().nullable(),
  reviewer_phone: z.string().nullable(),
  rating: z.number(),
  comment: z.string(),
  created_at: isoTime,
  updated_at: isoTime,
  /** Whether the caller wrote it; writing again edits it. */
  is_own: z.boolean(),
});

export type Review = z.infer<typeof review>;

const RATING_RANGE = msg('Rating must be from 1 to 5').id;

export const reviewBody = z.object({
  rating: z.number(RATING_RANGE).int(RATING_RANGE).min(1, RATING_RANGE).max(5, RATING_RANGE),
  comment: requiredText(MAX_REVIEW_LENGTH, msg('Please write a comment')),
});

export const reviewsCalls = {
  list: defineCall('anyone', 'GET /api/agents/{id}/reviews', {
    summary:
      'Reviews of an agent, newest first (at most 200, or `limit`). `before` is created_at and id of the last one known',
    query: z.object({ ...listPartQuery, own: z.literal('true').optional() }),
    answer: z.array(review),
  }),
  write: defineCall('user', 'POST /api/agents/{id}/reviews', {
    budget: { action: 'reviews', target: 'params.id' },
    summary: 'Reviews an agent: one review a person, writing again edits it, never of oneself',
    body: reviewBody,
    answer: review,
    status: 201,
  }),
};
