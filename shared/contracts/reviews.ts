import { z } from 'zod';
import { MAX_REASON_LENGTH, MAX_REVIEW_LENGTH } from '../limits.ts';
import { english, msg } from '../messages.ts';
import { cleanLines } from '../writtenText.ts';
import {
  ADMIN_PAGE_SIZE,
  defineCall,
  isoTime,
  listPartQuery,
  optionalInQuery,
  pagination,
  paginationQuery,
  requiredText,
  searchQuery,
} from './common.ts';

export const PRIVATE_REVIEWER_NAME = english('Private reviewer');

export const review = z.object({
  id: z.number(),
  /** 'Deleted user' once the account is gone, 'Private reviewer' where the reviewer's settings hide the name. */
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
  /** The reviewer had to do with the agent: an answered conversation or inquiry, or a viewing. */
  verified: z.boolean(),
  /** Whether it counts in the agent's rating and number of reviews, by `application.onlyVerifiedReviewsCount`. */
  counted: z.boolean(),
  /** Rises when the reviewer rewrites the review. */
  version: z.number(),
  answer: z.string().nullable(),
  answered_at: isoTime.nullable(),
  /** The version that the answer is given to; null without an answer. */
  answered_version: z.number().nullable(),
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
  answer: defineCall('agent', 'PUT /api/agents/{id}/reviews/{reviewId}/answer', {
    summary:
      'The reviewed agent’s public answer to a review; again edits it, an empty one removes it. With `expected_version`, only while the review is still that one (`changed_meanwhile`, with its new words)',
    body: z.object({
      expected_version: z.number().int().optional(),
      answer: z
        .string({ error: msg('Please write an answer').id })
        .overwrite(cleanLines)
        .max(MAX_REVIEW_LENGTH, msg('Must be at most {maximum} characters').id),
    }),
    answer: review,
  }),
  removeAnswer: defineCall('agent', 'DELETE /api/agents/{id}/reviews/{reviewId}/answer', {
    summary: 'Takes the agent’s answer to a review away',
    answer: review,
  }),
};

/** A review as an administrator sees it, with the author's name. */
export const adminReview = review
  .pick({
    id: true,
    rating: true,
    comment: true,
    created_at: true,
    verified: true,
    counted: true,
    answer: true,
  })
  .extend({
    /** Null once the account is gone. */
    reviewer: z.object({ id: z.number(), name: z.string(), email: z.string() }).nullable(),
    agent: z.object({ id: z.number(), name: z.string() }),
  });
export type AdminReview = z.infer<typeof adminReview>;

const reviewKinds = ['all', 'verified', 'unverified'] as const;
export type ReviewKind = (typeof reviewKinds)[number];

export const reviewModerationCalls = {
  list: defineCall('admin trust.read', 'GET /api/admin/reviews', {
    summary: 'All reviews, newest first; `search` looks at the comment, the reviewer and the agent',
    query: z.object({
      ...paginationQuery(ADMIN_PAGE_SIZE),
      search: searchQuery,
      status: optionalInQuery(z.enum(reviewKinds)),
    }),
    answer: z.object({ reviews: z.array(adminReview), pagination }),
  }),
  remove: defineCall('admin reviews.moderate', 'DELETE /api/admin/reviews/{id}', {
    summary: 'Deletes a review for good; its writer and the agent are told the reason',
    body: z.object({
      reason: requiredText(
        MAX_REASON_LENGTH,
        msg('Please give a reason. The reviewer and the agent will see it.'),
      ),
    }),
    answer: z.object({ id: z.number() }),
  }),
};
