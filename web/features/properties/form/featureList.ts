import { MAX_FEATURES } from '#shared/limits.ts';
import type { FormValues } from './formValues.ts';

export const TOO_MANY_FEATURES = `A listing holds at most ${MAX_FEATURES} features`;

type FeatureFields = Pick<FormValues, 'features' | 'newFeature'>;

/** The features with the begun one added, trimmed and once; null where there is no room for it. */
export function withNewFeature({ features, newFeature }: FeatureFields): Partial<FeatureFields> | null {
  const feature = newFeature.trim();
  if (feature === '' || features.includes(feature)) return { newFeature: '' };
  return features.length < MAX_FEATURES ? { features: [...features, feature], newFeature: '' } : null;
}
