import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import type { KnownPlaceAnswer } from '#shared/contracts/places.ts';
import { MAX_LOCATIONS, USUAL_NEAR_METRES } from '#shared/limits.ts';
import { nearDistance } from '#shared/listing/filters.ts';
import { type Message, msg } from '#shared/messages.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import { useDebounced } from '#web/lib/useSearchText.ts';
import { Chip } from '#web/ui/controls/Chip.tsx';
import { ComboBox } from '#web/ui/controls/ComboBox.tsx';
import { PillGroup } from '#web/ui/controls/PillGroup.tsx';
import type { ListState, ListStateControl } from './listState.ts';
import { nearNamesQuery } from './queries.ts';

const TYPING_MS = 120;
const MAX_LENGTH = 100;
const SHOWN = 7;
const DISTANCES = [500, 1_000, 2_000, 3_000];

const kindLabel: Record<KnownPlaceAnswer['kind'], Message> = {
  station: msg('Station'),
  line: msg('Train line'),
  school: msg('School'),
  mall: msg('Mall'),
  hospital: msg('Hospital'),
  airport: msg('Airport'),
  landmark: msg('Landmark'),
};

interface NearPanelProps {
  state: Pick<ListState, 'near' | 'near_m'>;
  onChange: ListStateControl['change'];
}

/** The known places that homes shall be near to, any of them, and how near. */
export function NearPanel({ state: { near, near_m }, onChange }: NearPanelProps) {
  const [typed, setTyped] = useState('');
  const words = typed.trim().slice(0, MAX_LENGTH);
  const asked = useDebounced(words, TYPING_MS);
  const { data: names } = useQuery(nearNamesQuery(near));
  const { data: found } = useQuery({
    ...queryOf('places.find', { query: { q: asked } }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isFull = near.length >= MAX_LOCATIONS;
  const offered =
    words === '' || isFull ? [] : (found?.places ?? []).filter(({ slug }) => !near.includes(slug)).slice(0, SHOWN);
  // Another distance that an address names is offered, too.
  const metres = near_m ?? USUAL_NEAR_METRES;
  const distances = [...new Set([...DISTANCES, metres])].sort((one, other) => one - other);
  return (
    <div className="grid gap-4">
      {near.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t('Chosen places')}>
          {near.map((slug) => (
            <li key={slug} className="max-w-full">
              <Chip
                label={names?.[slug] ?? slug}
                onRemove={() => {
                  const rest = near.filter((other) => other !== slug);
                  onChange({ near: rest, ...(rest.length === 0 && { near_m: null }) });
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <ComboBox
        label={t('Near a place')}
        hint={t('A station, a train line, a school, a mall, a hospital, the airport')}
        Icon={MapPin}
        typed={typed}
        onType={setTyped}
        listLabel={t('Places')}
        options={offered.map(({ slug, name, kind }) => ({ key: slug, text: name, note: t(kindLabel[kind]) }))}
        onPick={(index) => {
          const place = offered[index];
          if (!place) return;
          onChange({ near: [...near, place.slug] });
          setTyped('');
        }}
      />
      <p className="text-muted text-sm empty:hidden" role="status">
        {isFull
          ? t('You can filter by at most {maximum} places', { maximum: MAX_LOCATIONS })
          : words !== '' && asked === words && found?.places.length === 0
            ? t('We know no such place. Try its usual name, or a station close to it.')
            : ''}
      </p>
      {near.length > 0 && (
        <PillGroup
          legend={t('How near')}
          className="max-sm:[&>legend]:float-none max-sm:[&>legend]:mb-2"
          chosen={String(metres)}
          pills={distances.map((distance) => ({ id: String(distance), label: nearDistance(distance) }))}
          onPress={(distance) =>
            onChange({ near_m: Number(distance) === USUAL_NEAR_METRES ? null : Number(distance) })
          }
        />
      )}
    </div>
  );
}
