import { readStored } from '#web/lib/store.ts';
import {
  type FormContent,
  initialContent,
  isTextList,
  type PropertyFormMode,
  readValues,
} from './formValues.ts';

/** The typed and not yet saved content, kept on this device. */
export interface FormDraft extends FormContent {
  /** The listing's `updated_at` when its editing began; null for a new one. */
  basedOn: string | null;
  /** Names of pictures that were still on their way; a closed tab takes them along. */
  unfinished: string[];
  /** The last try to create it: the same body may be sent again under its key without making a second listing. */
  attempt: SaveAttempt | null;
}

export interface SaveAttempt {
  key: string;
  body: string;
}

/** One draft for each person and listing; an unsaved copy is apart from its original. */
export function draftKey(userId: number, mode: PropertyFormMode): string {
  const about =
    mode.kind === 'create' ? 'new' : `${mode.kind === 'duplicate' ? 'copy_' : ''}${mode.property.id}`;
  return `silong_property_draft_${userId}_${about}`;
}

/** Null when there is none, or none that can be read. */
export function readDraft(key: string, mode: PropertyFormMode): FormDraft | null {
  const stored = readStored('localStorage', key);
  if (typeof stored !== 'object' || stored === null) return null;
  const { values, images, descriptions, basedOn, unfinished, attempt } = stored as Partial<
    Record<keyof FormDraft, unknown>
  >;
  return {
    values: readValues(values, initialContent(mode).values),
    images: isTextList(images) ? images : [],
    descriptions: isTextList(descriptions) ? descriptions : [],
    basedOn: typeof basedOn === 'string' ? basedOn : null,
    unfinished: isTextList(unfinished) ? unfinished : [],
    attempt: isAttempt(attempt) ? attempt : null,
  };
}

/** The listing has been saved by another user since the draft was begun. */
export function isOutdated({ basedOn }: FormDraft, mode: PropertyFormMode): boolean {
  return mode.kind === 'edit' && basedOn !== null && basedOn !== mode.property.updated_at;
}

function isAttempt(value: unknown): value is SaveAttempt {
  if (typeof value !== 'object' || value === null) return false;
  const { key, body } = value as Partial<SaveAttempt>;
  return typeof key === 'string' && typeof body === 'string';
}
