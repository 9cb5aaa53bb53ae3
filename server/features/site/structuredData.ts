import type {
  AggregateRating,
  BreadcrumbList,
  FAQPage,
  ItemList,
  Offer,
  Organization,
  Place,
  RealEstateAgent,
  RealEstateListing,
  Review,
  Thing,
  WebSite,
} from 'schema-dts';
import type { Agent } from '#shared/contracts/agents.ts';
import type { Property } from '#shared/contracts/properties.ts';
import type { Review as WrittenReview } from '#shared/contracts/reviews.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';

/** Makes an address of this server whole, in the page's language where there is such a page. */
export interface Addresses {
  page(path: string): string;
  file(path: string): string;
}

/** schema.org data as a block in the head: only facts that guests read on a page, and no contact data. */
export function writeStructuredData(things: readonly Thing[]): string {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': things });
  // User text must not end the script element.
  return `<script type="application/ld+json">${text.replace(/</g, '\\u003c')}</script>`;
}

const country = { '@type': 'Country', name: 'Philippines' } as const;

export function siteThings(name: string, description: string, at: Addresses): Thing[] {
  const organization: Organization = {
    '@type': 'Organization',
    '@id': at.file('/#organization'),
    name,
    description,
    url: at.file('/'),
    logo: at.file('/icons/512.png'),
    areaServed: country,
  };
  const search = {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${at.page('/properties')}?search={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  } as const;
  const site: WebSite = {
    '@type': 'WebSite',
    '@id': at.file('/#website'),
    name,
    description,
    url: at.page('/'),
    publisher: { '@id': at.file('/#organization') },
    potentialAction: search,
  };
  return [organization, site];
}

export interface Step {
  name: string;
  path: string;
}

/** From the home page to the page itself. */
export function breadcrumbs(steps: readonly Step[], at: Addresses): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: at.page(path),
    })),
  };
}

/** @param total of all pages of the list. @param before how many stand on the pages before. */
export function itemList(
  items: readonly Step[],
  at: Addresses,
  { name, total, before = 0 }: { name: string; total: number; before?: number },
): ItemList {
  return {
    '@type': 'ItemList',
    name,
    numberOfItems: total,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: before + index + 1,
      name: item.name,
      url: at.page(item.path),
    })),
  };
}

const kinds: Record<PropertyType, 'Apartment' | 'House' | 'Accommodation' | 'Place'> = {
  apartment: 'Apartment',
  condo: 'Apartment',
  house: 'House',
  duplex: 'House',
  office: 'Accommodation',
  commercial: 'Accommodation',
  land: 'Place',
};

/** @param isOpen whether guests may read the listing's page; else only its card. */
export function listingThing(listing: Property, at: Addresses, isOpen: boolean): RealEstateListing {
  const { id, title, description, images, agent, created_at } = listing;
  const url = at.page(`/properties/${id}`);
  const pictures = (isOpen ? images : images.slice(0, 1)).map(at.file);
  return {
    '@type': 'RealEstateListing',
    '@id': `${url}#listing`,
    url,
    name: title,
    ...(pictures.length > 0 && { image: pictures }),
    ...(isOpen && { description, datePosted: created_at, dateModified: listing.updated_at }),
    mainEntity: homeThing(listing, isOpen),
    offers: {
      ...offerOf(listing, url),
      ...(isOpen &&
        agent && {
          seller: { '@type': 'RealEstateAgent', name: agent.name, url: at.page(`/agents/${agent.id}`) },
        }),
    },
  };
}

function offerOf({ price, listing_type, status }: Property, url: string): Offer {
  const isSale = listing_type === 'sale';
  const amount = { price, priceCurrency: 'PHP' } as const;
  return {
    '@type': 'Offer',
    ...amount,
    url,
    availability: status === 'available' ? 'https://schema.org/InStock' : 'https://schema.org/LimitedAvailability',
    businessFunction: { '@id': `http://purl.org/goodrelations/v1#${isSale ? 'Sell' : 'LeaseOut'}` },
    ...(!isSale && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...amount,
        unitCode: 'MON',
        unitText: 'MONTH',
      },
    }),
  };
}

const geoOf = ({ lat, lng }: { lat: number; lng: number }) =>
  ({ '@type': 'GeoCoordinates', latitude: lat, longitude: lng }) as const;

function homeThing({ title, type, details, location, features }: Property, isOpen: boolean): Place {
  const { bedrooms, bathrooms, area_sqm } = details;
  const { coordinates } = location;
  const size = { '@type': 'QuantitativeValue', value: area_sqm, unitCode: 'MTK' } as const;
  const place = {
    name: title,
    address: {
      '@type': 'PostalAddress',
      ...(isOpen && { streetAddress: location.address, addressRegion: location.province }),
      addressLocality: location.city,
      addressCountry: 'PH',
    },
    ...(isOpen && coordinates && { geo: geoOf(coordinates) }),
    ...(isOpen &&
      features.length > 0 && {
        amenityFeature: features.map(
          (name) => ({ '@type': 'LocationFeatureSpecification', name, value: true }) as const,
        ),
      }),
  } as const;
  if (kinds[type] === 'Place')
    return {
      '@type': 'Place',
      ...place,
      ...(area_sqm > 0 && {
        additionalProperty: { ...size, '@type': 'PropertyValue', name: 'Lot area' } as const,
      }),
    };
  return {
    '@type': kinds[type],
    ...place,
    ...(type !== 'office' && type !== 'commercial' && { numberOfBedrooms: bedrooms }),
    ...(bathrooms > 0 && { numberOfBathroomsTotal: bathrooms }),
    ...(area_sqm > 0 && { floorSize: size }),
  };
}

/** @param reviews the shown ones; null where guests see neither rating nor reviews. @param card the preview picture. */
export function agentThing(
  { id, name, avatar_url, bio, location, rating, review_count, office, languages }: Agent,
  at: Addresses,
  reviews: readonly WrittenReview[] | null,
  card: string,
): RealEstateAgent {
  const aggregateRating: AggregateRating = {
    '@type': 'AggregateRating',
    ratingValue: rating,
    reviewCount: review_count,
    bestRating: 5,
    worstRating: 1,
  };
  return {
    '@type': 'RealEstateAgent',
    '@id': `${at.page(`/agents/${id}`)}#agent`,
    name,
    url: at.page(`/agents/${id}`),
    image: avatar_url ? [at.file(avatar_url), card] : [card],
    ...(bio && { description: bio }),
    ...(location && { areaServed: { '@type': 'Place', name: location } }),
    ...(languages.length > 0 && { knowsLanguage: [...languages] }),
    ...(office && {
      parentOrganization: {
        '@type': 'Organization',
        name: office.name,
        url: at.page(`/offices/${office.id}`),
      },
    }),
    ...(reviews && review_count > 0 && { aggregateRating }),
    ...(reviews && reviews.length > 0 && { review: reviews.map(reviewThing) }),
  };
}

const reviewThing = ({ rating, comment, created_at, reviewer_name }: WrittenReview): Review => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: reviewer_name },
  datePublished: created_at,
  reviewBody: comment,
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
});

interface PlaceFacts {
  type: 'Place' | 'ApartmentComplex';
  name: string;
  path: string;
  /** The preview picture. */
  image: string;
  description?: string | null;
  address?: { street: string | null; city: string };
  coordinates?: { lat: number; lng: number } | null;
}

/** An area or a building; both have public pages. */
export function placeThing(facts: PlaceFacts, at: Addresses): Place {
  const { type, name, path, image, description, address, coordinates } = facts;
  return {
    '@type': type,
    '@id': `${at.page(path)}#place`,
    name,
    url: at.page(path),
    image,
    ...(description && { description }),
    ...(address && {
      address: {
        '@type': 'PostalAddress',
        ...(address.street && { streetAddress: address.street }),
        addressLocality: address.city,
        addressCountry: 'PH',
      },
    }),
    ...(coordinates && { geo: geoOf(coordinates) }),
  };
}

export const questionsThing = (all: readonly { question: string; answer: string }[]): FAQPage => ({
  '@type': 'FAQPage',
  mainEntity: all.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
});

export const officeThing = (
  { id, name, about, image }: { id: number; name: string; about: string | null; image: string },
  at: Addresses,
): Organization => ({
  '@type': 'RealEstateAgent',
  '@id': `${at.page(`/offices/${id}`)}#office`,
  name,
  url: at.page(`/offices/${id}`),
  image,
  ...(about && { description: about }),
});
