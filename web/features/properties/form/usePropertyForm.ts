import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import type { OwnProperty, propertyChanges, propertyDraft } from '#shared/contracts/propertyWrites.ts';
import { missingIn } from '#shared/listing/drafts.ts';
import { msg } from '#shared/messages.ts';
import { type Problems, useForm } from '#web/forms/useForm.ts';
import { useStoredDraft } from '#web/forms/useKeptDraft.ts';
import { ALREADY_APPLIED, ApiFailure, callApi, newClientId } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { readStored } from '#web/lib/store.ts';
import { showToast, type ToastAction } from '#web/ui/dialogs/showToast.ts';
import { publishDraft } from '../drafts.ts';
import {
  checkDraft,
  checkValues,
  type FormContent,
  type FormValues,
  initialContent,
  isSameContent,
  isTextList,
  type PropertyFormMode,
  placeIssues,
  readFacts,
  readPin,
  readPrice,
  readValues,
  TOO_MANY_FEATURES,
  withNewFeature,
} from './formValues.ts';
import { addressesOf, descriptionsOf, failedOf, pendingOf } from './pictures.ts';
import { usePictures } from './usePictures.ts';

interface PropertyFormPlan {
  mode: PropertyFormMode;
  userId: number;
  onSaved(saved: OwnProperty): void;
  /** The same where the form was closed before. */
  onSavedLater?(saved: OwnProperty): void;
}

/** 'draft': stored for its agent alone, however unfinished. */
type Purpose = 'post' | 'draft';

type Arrival = (FormContent & { hasFailed: boolean }) | null;

export type PropertyForm = ReturnType<typeof usePropertyForm>;

/** The form's whole state. Typed text survives a failed save, a lost connection and a closed tab. */
export function usePropertyForm({ mode: firstMode, userId, onSaved, onSavedLater }: PropertyFormPlan) {
  // The list behind may be fetched again meanwhile: the changes are those against the listing as opened.
  const [mode] = useState(firstMode);
  const key = draftKey(userId, mode);
  const [initial] = useState(() => initialContent(mode));
  const [restored, setRestored] = useState(() => openDraft(key, mode));
  const [first] = useState(restored?.values ?? initial.values);
  const [attempt, setAttempt] = useState<SaveAttempt | null>(restored?.attempt ?? null);
  const shelf = usePictures(restored ?? initial);
  const images = useStable(addressesOf(shelf.pictures));
  const descriptions = useStable(descriptionsOf(shelf.pictures));
  const pending = pendingOf(shelf.pictures);
  // A picture that is being rotated is present in its former state.
  const unfinished = useStable(pending.flatMap(({ name, url }) => (url === null && name ? [name] : [])));
  const basedOn = restored ? restored.basedOn : mode.kind === 'edit' ? mode.property.updated_at : null;

  const hasFailed = failedOf(shelf.pictures).length > 0;
  /** Receives the content to save once all uploads have ended; null where no save waits for them. */
  const arrive = useRef<(arrived: Arrival) => void>(undefined);
  const urlProblem = useRef<string | null>(null);
  const isDraft = mode.kind === 'edit' && mode.property.draft === true;
  const mayBeDraft = mode.kind !== 'edit' || isDraft;
  const purpose = useRef<Purpose>('post');
  const form = useForm<FormValues>({
    values: first,
    check: (typed) => {
      const found = purpose.current === 'draft' ? checkDraft(typed) : checkValues(typed);
      if (!withNewFeature(typed)) found.newFeature = t(TOO_MANY_FEATURES);
      if (urlProblem.current) found.newImageUrl = urlProblem.current;
      if (hasFailed) found.images = t(FAILED_IMAGES);
      return found as Problems<FormValues>;
    },
    async send() {
      const arrived = await new Promise<Arrival>((resolve) => {
        arrive.current = resolve;
      });
      if (arrived?.hasFailed) form.showProblems({ [IMAGES]: t(FAILED_IMAGES) });
      else if (arrived) await save(arrived);
    },
    failure: saveFailureSentence,
    isLocking: false,
  });
  const { control, getValues, setValue, clearErrors, formState } = form;
  const values = useStable(form.watch());

  const isChanged = !isSameContent({ values, images, descriptions }, initial) || unfinished.length > 0;
  const draft = useMemo<FormDraft | null>(
    () => (isChanged ? { values, images, descriptions, basedOn, unfinished, attempt } : null),
    [isChanged, values, images, descriptions, basedOn, unfinished, attempt],
  );
  const keeper = useStoredDraft(key);
  const { change: keepSoon } = keeper;
  useEffect(() => keepSoon(() => draft), [draft, keepSoon]);

  useEffect(() => {
    if (pending.length === 0) arrive.current?.({ values, images, descriptions, hasFailed });
  });

  const change = (next: Partial<FormValues>) => {
    for (const [name, value] of Object.entries(next)) setValue(name as keyof FormValues, value);
  };

  const answering =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      act(...given);
      clearErrors(IMAGES);
    };

  const addFeature = () => {
    const next = withNewFeature(getValues());
    if (next) change(next);
    else form.showProblems({ newFeature: t(TOO_MANY_FEATURES) });
  };

  /** Why the begun address was not added stays beside it until it is changed. */
  const addImageUrl = () => {
    const { newImageUrl } = getValues();
    const problem = newImageUrl.trim() === '' ? null : shelf.addAddress(newImageUrl);
    if (problem) form.showProblems({ newImageUrl: problem });
    else change({ newImageUrl: '' });
    return problem;
  };

  const begin = (asked: Purpose, event?: FormEvent) => {
    event?.preventDefault();
    if (form.isSending) return;
    purpose.current = asked;
    // An address that was typed and not added is added now.
    urlProblem.current = addImageUrl();
    const withFeature = withNewFeature(getValues());
    if (withFeature) change(withFeature);
    form.submit(event);
  };

  const save = async (content: FormContent) => {
    const asked = purpose.current;
    const current = beginAttempt(content, attempt, asked);
    setAttempt(current);
    try {
      const saved = await saveProperty(mode, content, current, asked);
      keeper.forget();
      onSaved(saved);
    } catch (error) {
      if (error instanceof ApiFailure)
        form.showProblems(placeIssues(error.issues, content.values) as Problems<FormValues>);
      throw error;
    }
  };

  const startOver = () => {
    keeper.forget();
    setRestored(null);
    form.discard();
    form.reset(initial.values, { keepFieldsRef: true });
    shelf.reset(initial);
    setAttempt(null);
  };

  const saveLater = async (content: FormContent) => {
    try {
      const saved = await saveProperty(mode, content, beginAttempt(content, attempt, 'draft'), 'draft');
      keeper.forget();
      onSavedLater?.(saved);
    } catch (error) {
      showToast(saveFailureSentence(error), 'error');
    }
  };
  const content = { values, images, descriptions };
  const offer = useRef<() => ToastAction | undefined>(undefined);
  offer.current = () =>
    mayBeDraft && values.title.trim() !== '' && pending.length === 0
      ? { label: t('Save as draft'), onClick: () => void saveLater(content) }
      : undefined;
  // The same function always: the dialog would be drawn anew for each other one.
  const offerDraft = useCallback(() => offer.current?.(), []);

  /** 'waiting' for pictures that are still on their way; then it saves. */
  const sendingPhase = pending.length > 0 ? 'waiting' : 'saving';
  const phase = form.isSending ? sendingPhase : 'idle';
  return {
    control,
    element: form.element,
    isDirty: isChanged,
    isLocked: phase === 'saving',
    isSending: phase === 'saving',
    keepDraft: keeper.keep,
    offerDraft,
    isDraft,
    mayBeDraft,
    /** The fields to fill in before it can be published. */
    missing: missingIn(toNewListing(content)),
    phase,
    imagesProblem: formState.errors[IMAGES]?.message,
    change,
    shelf: {
      ...shelf,
      addFiles: answering(shelf.addFiles),
      remove: answering(shelf.remove),
      retry: answering(shelf.retry),
      turn: answering(shelf.turn),
    },
    addFeature,
    addImageUrl,
    banner: form.error,
    submit: (event: FormEvent) => begin('post', event),
    saveDraft: () => begin('draft'),
    stopWaiting: () => arrive.current?.(null),
    draftState: keeper.state,
    restored,
    isOutdated: restored !== null && isOutdated(restored, mode),
    startOver,
  };
}

/** The pictures are no value of the form, but can have an error. */
const IMAGES = 'images' as 'title';
const FAILED_IMAGES = msg('Some images could not be uploaded. Try them again or remove them.');

export interface FormDraft extends FormContent {
  /** The listing's `updated_at` when its editing began; null for a new one. */
  basedOn: string | null;
  /** Names of pictures that were still on their way; a closed tab takes them along. */
  unfinished: string[];
  /** The last try to create it: the same body may be sent again under its key without making a second listing. */
  attempt: SaveAttempt | null;
}

/** One draft for each person and listing; an unsaved copy is apart from its original. */
export function draftKey(userId: number, mode: PropertyFormMode): string {
  const about = mode.kind === 'create' ? 'new' : `${mode.kind === 'duplicate' ? 'copy_' : ''}${mode.property.id}`;
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
export const isOutdated = ({ basedOn }: FormDraft, mode: PropertyFormMode): boolean =>
  mode.kind === 'edit' && basedOn !== null && basedOn !== mode.property.updated_at;

function isAttempt(value: unknown): value is SaveAttempt {
  if (typeof value !== 'object' || value === null) return false;
  const { key, body } = value as Partial<SaveAttempt>;
  return typeof key === 'string' && typeof body === 'string';
}

/** A draft that says nothing new is none. */
function openDraft(key: string, mode: PropertyFormMode): FormDraft | null {
  const draft = readDraft(key, mode);
  if (!draft) return null;
  return isSameContent(draft, initialContent(mode)) && draft.unfinished.length === 0 ? null : draft;
}

/** The same object while it holds the same. */
function useStable<Held extends object>(held: Held): Held {
  const kept = useRef(held);
  if (JSON.stringify(kept.current) !== JSON.stringify(held)) kept.current = held;
  return kept.current;
}

interface SaveAttempt {
  key: string;
  body: string;
}

/** The key for sending this: the last one where it is the same again, so that an answer that was lost doubles nothing. */
export function beginAttempt(
  content: FormContent,
  last: SaveAttempt | null,
  purpose: Purpose = 'post',
): SaveAttempt {
  const body = JSON.stringify(newListingOf(content, purpose));
  return last?.body === body ? last : { key: newClientId(), body };
}

/** @throws {ApiFailure | NetworkFailure} */
async function saveProperty(mode: PropertyFormMode, content: FormContent, { key }: SaveAttempt, purpose: Purpose) {
  if (mode.kind === 'edit') {
    const body = toListingChanges(content, initialContent(mode));
    const { id, draft } = mode.property;
    const save = (more: ListingChanges = {}) =>
      callApi('propertyWrite.update', { params: { id }, body: { ...body, ...more } });
    if (!draft) return save();
    if (purpose === 'draft') return save({ draft });
    if (Object.keys(body).length > 0) await save();
    return publishDraft(id);
  }
  const body = newListingOf(content, purpose);
  try {
    return await callApi('propertyWrite.create', { body }, { idempotencyKey: key });
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === ALREADY_APPLIED)) throw error;
    // An earlier attempt made the listing without an answer.
    const { properties } = await callApi('propertyWrite.mine', { query: { limit: 20 } });
    const isIt = ({ title, draft }: OwnProperty) => title === body.title && draft === (purpose === 'draft');
    return properties.find(isIt) ?? Promise.reject(error);
  }
}

export function saveFailureSentence(error: unknown): string {
  const refused = t('Failed to save property. Please try again.');
  return failureSentence(error, refused, refused);
}

type NewListing = z.input<typeof propertyDraft>;
type ListingChanges = z.input<typeof propertyChanges>;

const newListingOf = (content: FormContent, purpose: Purpose) =>
  purpose === 'draft' ? { ...toNewListing(content), draft: true as const } : toNewListing(content);

export function toNewListing({ values, images, descriptions }: FormContent) {
  return {
    reference: values.reference.trim() || null,
    title: values.title.trim(),
    description: values.description.trim(),
    price: readPrice(values),
    type: values.type,
    listing_type: values.listing_type,
    status: values.status,
    location: {
      address: values.address.trim(),
      city: values.city.trim(),
      province: values.province.trim(),
      coordinates: readPin(values),
    },
    details: readFacts(values),
    building_id: values.building_id === '' ? null : Number(values.building_id),
    images,
    image_descriptions: descriptions,
    floor_plans: values.floor_plans,
    video_url: values.video_url.trim() || null,
    features: values.features,
  } satisfies NewListing;
}

/** Only the changed fields: other users' changes in other fields stay, and so do values that the form cannot show. */
export function toListingChanges(content: FormContent, before: FormContent): ListingChanges {
  const { location, details, ...own } = toNewListing(content);
  const { location: locationBefore, details: detailsBefore, ...ownBefore } = toNewListing(before);
  const place = differing(location, locationBefore);
  const facts = differing(details, detailsBefore);
  const changed = differing(own, ownBefore);
  return {
    ...changed,
    // Descriptions belong to pictures by their places.
    ...(changed.images && { image_descriptions: own.image_descriptions }),
    ...(Object.keys(place).length > 0 && { location: place }),
    ...(Object.keys(facts).length > 0 && { details: facts }),
  };
}

function differing<Part extends object>(part: Part, before: Part): Partial<Part> {
  const changed = (Object.keys(part) as (keyof Part)[]).filter(
    (name) => JSON.stringify(part[name]) !== JSON.stringify(before[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, part[name]])) as Partial<Part>;
}
