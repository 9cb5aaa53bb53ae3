import { useEffect, useMemo, useRef, useState } from 'react';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { checkValues, type FieldName, type Problems, placeIssues } from './checkValues.ts';
import {
  draftKey,
  type FormDraft,
  isOutdated,
  readDraft,
  removeDraft,
  type SaveAttempt,
} from './draftStore.ts';
import { TOO_MANY_FEATURES, withNewFeature } from './featureList.ts';
import type { PropertyFormMode } from './formMode.ts';
import { type FormValues, initialContent, isSameContent } from './formValues.ts';
import { addressesOf, failedOf, pendingOf } from './pictureList.ts';
import { beginAttempt, saveFailureSentence, saveProperty } from './saveProperty.ts';
import { useDraft } from './useDraft.ts';
import { usePictures } from './usePictures.ts';

/** 'waiting' for pictures that are still on their way; then it saves. */
export type SavePhase = 'idle' | 'waiting' | 'saving';

interface PropertyFormPlan {
  mode: PropertyFormMode;
  userId: number;
  onSaved(saved: OwnProperty): void;
}

export type PropertyForm = ReturnType<typeof usePropertyForm>;
/** What a section of the form needs of it. */
export type FormPart = Pick<PropertyForm, 'values' | 'problems' | 'change'>;

/** The form's whole state. What is typed survives a failed save, a lost connection and a closed tab. */
export function usePropertyForm({ mode: firstMode, userId, onSaved }: PropertyFormPlan) {
  // The list behind may be fetched again meanwhile: what was changed here is told from what it was opened with.
  const [mode] = useState(firstMode);
  const key = draftKey(userId, mode);
  const [initial] = useState(() => initialContent(mode));
  const [restored, setRestored] = useState(() => openDraft(key, mode));
  const [values, setValues] = useState(restored?.values ?? initial.values);
  const [problems, setProblems] = useState<Problems>({});
  const [banner, setBanner] = useState<string | null>(null);
  const [phase, setPhase] = useState<SavePhase>('idle');
  const [attempt, setAttempt] = useState<SaveAttempt | null>(restored?.attempt ?? null);
  const shelf = usePictures(restored?.images ?? initial.images);
  const images = useStable(addressesOf(shelf.pictures));
  const pending = pendingOf(shelf.pictures);
  const unfinished = useStable(pending.map(({ name }) => name ?? ''));
  const basedOn = restored ? restored.basedOn : mode.kind === 'edit' ? mode.property.updated_at : null;

  const isChanged = !isSameContent({ values, images }, initial) || unfinished.length > 0;
  const draft = useMemo<FormDraft | null>(
    () => (isChanged ? { values, images, basedOn, unfinished, attempt } : null),
    [isChanged, values, images, basedOn, unfinished, attempt],
  );
  const keeper = useDraft(key, draft);

  const change = (next: Partial<FormValues>) => {
    setValues((before) => ({ ...before, ...next }));
    setProblems((before) => without(before, Object.keys(next) as FieldName[]));
  };

  /** What is done to the pictures answers what was wrong with them. */
  const answering =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      act(...given);
      setProblems((before) => without(before, ['images']));
    };

  const addFeature = () => {
    const next = withNewFeature(values);
    if (next) change(next);
    else setProblems((before) => ({ ...before, newFeature: TOO_MANY_FEATURES }));
  };

  /** @returns the sentence why the begun address cannot be added, or null. */
  const addImageUrl = () => {
    const problem = values.newImageUrl.trim() === '' ? null : shelf.addAddress(values.newImageUrl);
    if (problem) setProblems((before) => ({ ...before, newImageUrl: problem }));
    else change({ newImageUrl: '' });
    return problem;
  };

  const submit = () => {
    if (phase !== 'idle') return;
    setBanner(null);
    // What was typed and not added is meant to be there.
    const withFeature = withNewFeature(values);
    const found = checkValues(values);
    if (!withFeature) found.newFeature = TOO_MANY_FEATURES;
    const urlProblem = addImageUrl();
    if (urlProblem) found.newImageUrl = urlProblem;
    if (failedOf(shelf.pictures).length > 0) found.images = FAILED_IMAGES;
    setProblems(found);
    if (withFeature) setValues((before) => ({ ...before, ...withFeature }));
    if (Object.keys(found).length === 0) setPhase('waiting');
  };

  const save = async () => {
    setPhase('saving');
    const content = { values, images };
    const current = beginAttempt(content, attempt);
    setAttempt(current);
    try {
      const saved = await saveProperty(mode, content, current);
      keeper.forget();
      onSaved(saved);
    } catch (error) {
      setBanner(saveFailureSentence(error));
      if (error instanceof ApiFailure) setProblems(placeIssues(error.issues, values));
      setPhase('idle');
    }
  };

  const saveNow = useRef(save);
  saveNow.current = save;
  const hasFailed = failedOf(shelf.pictures).length > 0;
  const isReady = phase === 'waiting' && pending.length === 0;
  useEffect(() => {
    if (!isReady) return;
    if (!hasFailed) {
      void saveNow.current();
      return;
    }
    setProblems({ images: FAILED_IMAGES });
    setPhase('idle');
  }, [isReady, hasFailed]);

  const startOver = () => {
    removeDraft(key);
    setRestored(null);
    setValues(initial.values);
    shelf.reset(initial.images);
    setProblems({});
    setBanner(null);
    setAttempt(null);
  };

  return {
    values,
    problems,
    change,
    shelf: {
      ...shelf,
      addFiles: answering(shelf.addFiles),
      remove: answering(shelf.remove),
      retry: answering(shelf.retry),
    },
    addFeature,
    addImageUrl,
    banner,
    phase,
    submit,
    stopWaiting: () => setPhase('idle'),
    draftState: keeper.state,
    isChanged,
    restored,
    isOutdated: restored !== null && isOutdated(restored, mode),
    startOver,
  };
}

const FAILED_IMAGES = 'Some images could not be uploaded. Try them again or remove them.';

/** A draft that says nothing new is none. */
function openDraft(key: string, mode: PropertyFormMode): FormDraft | null {
  const draft = readDraft(key, mode);
  if (!draft) return null;
  if (!isSameContent(draft, initialContent(mode)) || draft.unfinished.length > 0) return draft;
  removeDraft(key);
  return null;
}

function without(problems: Problems, names: readonly FieldName[]): Problems {
  if (!names.some((name) => problems[name] !== undefined)) return problems;
  return Object.fromEntries(Object.entries(problems).filter(([name]) => !names.includes(name as FieldName)));
}

/** The same list while it holds the same. */
function useStable(list: string[]): string[] {
  const kept = useRef(list);
  if (JSON.stringify(kept.current) !== JSON.stringify(list)) kept.current = list;
  return kept.current;
}
