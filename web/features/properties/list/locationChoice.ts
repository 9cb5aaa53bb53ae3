import { PROPERTY_LIST_LOCATIONS } from '#shared/places.ts';

interface LocationChoice {
  /** Empty is everywhere. */
  value: string;
  options: { value: string; label: string }[];
}

/** The location select; a place that an address names and the list does not offer is offered too. */
export function locationChoice(location: string): LocationChoice {
  const wanted = location.toLowerCase().replace(/\s+/g, ' ').trim();
  const known = PROPERTY_LIST_LOCATIONS.find((name) =>
    [name.toLowerCase(), `${name.toLowerCase()} city`].includes(wanted),
  );
  const names: string[] = [...PROPERTY_LIST_LOCATIONS];
  if (location && !known) names.unshift(location);
  return {
    value: known ?? location,
    options: [{ value: '', label: 'All Locations' }, ...names.map((name) => ({ value: name, label: name }))],
  };
}
