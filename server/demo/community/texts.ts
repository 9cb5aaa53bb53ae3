import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import { isHome } from '#shared/listing/vocabulary.ts';

export const inquiryMessages: Record<ListingType | 'any', readonly string[]> = {
  sale: [
    'Good day! I am interested in “{title}”. Could you send the full computation with bank financing over 15 years?',
    'Is this still for sale? We are pre-approved and would like to view within the week.',
    'Hello, I work in Singapore and will be home for two weeks in December. Can we arrange a viewing and the reservation in that time?',
    'We are a family of five looking around {area}. Does the seller accept an offer below the asking price?',
    'May I know if the title is clean and who pays for the capital gains tax?',
    'I would like to ask for the exact floor plan and the latest association dues.',
    'Is the property open for rent-to-own? We can put down 30%.',
  ],
  rent: [
    'Hi! Is “{title}” available from the first of next month? Two adults, no pets, both working from home.',
    'Good morning, how many months of deposit do you ask for, and do you accept bank transfers instead of checks?',
    'Is the internet fast enough for online teaching at night? That is my only requirement, aside from quiet neighbours.',
    'Looking for a place near my office in {area}. Can I view after 7 PM on any weekday?',
    'Are short leases of six months possible? I am here on a project until summer.',
    'My company would pay for the rent. Can the owner issue an official receipt?',
    'Do you have something similar with one more bedroom?',
  ],
  lease: [
    'We are looking for about this size in {area} for a team of fifteen. What are the common charges and the escalation?',
    'Is the space allowed for a clinic? We would need water supply in three rooms.',
    'Please send the lease proposal, including the fit-out period and parking rates.',
    'Can the unit be occupied before the end of the quarter? Our present contract ends in two months.',
  ],
  any: [
    'I like your listings in {area}. Please let me know when something under ten million comes up.',
    'Do you also help with selling? We have a two-bedroom and would like your opinion on the price.',
    'Hello, we are moving to Manila next year and do not know the city yet. Could we have a call?',
    'I was referred by a friend whom you helped last year. May I have your advice on a first purchase?',
  ],
};

export const inquiryReplies: readonly string[] = [
  'Thank you for writing! Yes, it is available. I can show it to you on Thursday or Saturday; which is better for you?',
  'Good day, and thank you. I have attached the computation you asked for. Please call me when you have had a look.',
  'Thanks for your message. The owner is open to that. Let us first see whether you like the place: how about Friday at 4 PM?',
  'Hello! I am sorry, this one was reserved yesterday. I have two similar ones nearby and will send you both today.',
  'Thank you for your interest. The documents are complete and can be viewed at my office. I am in on weekdays until six.',
  'Happy to help. Could you tell me your budget and the month you would like to move, so that I can prepare a short list?',
];

/** {agent} is the agent's first name, {area} a neighbourhood the agent serves. */
export const reviewTexts: Record<1 | 2 | 3 | 4 | 5, readonly string[]> = {
  5: [
    '{agent} answered every question before I had finished asking. We got the keys to our place in {area} in three weeks.',
    'Honest to the point of talking us out of a unit we loved. The one we bought instead is better in every way.',
    'First home, first loan, no idea about anything. {agent} drew the whole process on one sheet of paper and stayed with us to the last signature.',
    'Found tenants for my condo in {area} in eleven days while I was in Dubai. Good photos, proper contract, no drama.',
    'Very patient. We viewed fourteen units in two weekends and {agent} never once rushed us.',
    'Replies at night, replies on Sundays, and never with “let me check” unless there was really something to check.',
    'The checklist at turnover saved us from a leaking shower and a broken range hood. Highly recommended.',
    'My parents only speak Filipino and a little English; {agent} explained everything to them slowly and kindly.',
    'Knows {area} building by building. Told us which side gets the afternoon sun and which pump is noisy.',
    'Negotiated ₱400,000 off without upsetting the seller. I could not have done that.',
    'I have dealt with many brokers for our company’s staff housing. {agent} is the only one whose paperwork is right the first time.',
    'Sold our house in {area} above the price two other agents had told us was impossible.',
    'Transparent with fees, transparent with defects. That is rare.',
    'We moved from Cebu and saw the place by video only. It was exactly as described when we arrived.',
    'Helped with the title transfer up to the very last queue at the city hall. Salamat po!',
    '{agent} remembered that we have a toddler and checked every balcony railing before we even arrived.',
    'Third time I rent through {agent}. I do not look elsewhere anymore.',
    'Very professional at the viewing, very human when our loan was delayed.',
    'Everything in writing, nothing left to memory. My lawyer was impressed.',
    'Made a complicated sale between four siblings feel simple.',
    'Picked us up from the MRT because of the rain and had an umbrella for my mother. Small thing, says a lot.',
    'Asked what we can afford per month, not what we can borrow. It made all the difference.',
    'Smooth from inquiry to move-in. The inventory list had photographs of every item.',
    'Straightforward, quick and always on time. Even in {area} traffic.',
    'Our landlord wanted to keep the deposit; {agent} had the move-in report ready and it was settled in a day.',
  ],
  4: [
    'Good service and honest advice. The bank took long, which was not {agent}’s fault.',
    'Knows {area} very well. Would have liked a few more options in our budget.',
    'Friendly and prepared. One viewing was rescheduled on short notice, otherwise perfect.',
    'Helped us find a decent apartment fast. The listing photos made it look a little bigger than it is.',
    'Very responsive by message, a bit harder to reach by phone.',
    'Fair, direct and well informed. The paperwork took one correction.',
    'Solid work. We got the price we wanted and the handover was on time.',
    'Explained the association rules clearly, which nobody else did.',
    'Happy with the unit in {area}. Parking took some follow-ups to arrange.',
    'Professional and polite, and did not push us. We will come back when we sell.',
    'Took good care of my parents during the viewing. Four stars only because the turnover was delayed by a week.',
    'Good negotiator. Could send updates a little more often.',
    'Quick to arrange viewings, also on a holiday. Thank you!',
    'A calm person in a stressful process.',
    'Gave us a useful list of what to check ourselves. The unit was clean at turnover.',
    'Reliable. I rented out two units through {agent} and both tenants pay on time.',
  ],
  3: [
    'Okay overall. Pleasant to deal with, but two of the units we came for were already taken.',
    'The place in {area} is fine; the contract had to be corrected twice.',
    'Helpful at the start, slower once we had signed.',
    'Average experience. Knows the buildings but answered some messages only after two days.',
    'Good viewing, less good follow-up. In the end everything was delivered.',
    'Nice person, though I had to ask several times for the breakdown of fees.',
    'We found a place, but outside the budget we had given.',
    'Mixed. Very good advice on the area, not so good with time.',
  ],
  2: [
    'Came forty minutes late to the viewing and the keys did not fit. The second try went better.',
    'The listing was still online weeks after it had been rented out.',
    'Felt rushed to put down a reservation fee. I went with another unit.',
    'Slow replies, and the promised cleaning before turnover was not done.',
  ],
  1: ['We waited in the lobby for an hour and were told by text that the owner had changed his mind.'],
};

/** Who speaks, and how many minutes after the one before. */
export type Line = readonly [side: 'user' | 'agent', text: string, minutesLater: number];

interface ThreadScript {
  /** Where it would not fit, it is not used. */
  fits(listingType: ListingType, type: PropertyType): boolean;
  /** {agent} and {user} are first names, {title} the listing's title, {price} its price, {area} its neighbourhood. */
  lines: readonly Line[];
}

const always = () => true;

export const clientThreads: readonly ThreadScript[] = [
  {
    fits: (listingType, type) => listingType === 'sale' && isHome(type),
    lines: [
      ['user', 'Good day, {agent}. Is “{title}” still available?', 0],
      ['agent', 'Good day, {user}! Yes, it is. Would you like to see it this week?', 24],
      ['user', 'Saturday would be best for us, my husband works in Laguna on weekdays.', 11],
      ['agent', 'Saturday at 10 AM works. Please bring a valid ID for the guard, both of you.', 38],
      ['user', 'Noted, thank you. Is the price of {price} still negotiable?', 65],
      [
        'agent',
        'A little, for a clean offer. Let us talk after you have seen it; I would rather you like it first.',
        17,
      ],
    ],
  },
  {
    fits: (listingType) => listingType === 'sale',
    lines: [
      ['user', 'Hi! Does the seller accept bank financing for this one?', 0],
      ['agent', 'Hello {user}, yes. Two banks have appraised it before, so the process should be quick.', 95],
      ['user', 'How much downpayment should we prepare?', 22],
      [
        'agent',
        'Most banks lend 80% of the appraised value. Count on 20% plus about 3% for fees and taxes on the buyer’s side.',
        14,
      ],
      ['user', 'That is clear, thank you. I will talk to my bank this week.', 240],
    ],
  },
  {
    fits: (listingType, type) => listingType !== 'sale' && isHome(type),
    lines: [
      ['user', 'Hello, I saw “{title}”. Are pets allowed? We have one small shih tzu.', 0],
      [
        'agent',
        'Hi {user}! The owner is fine with one small dog. The building asks for vaccination papers.',
        33,
      ],
      ['user', 'Great. When would it be available?', 8],
      [
        'agent',
        'From the first of next month. It is being repainted now, you can choose the colour of one wall.',
        19,
      ],
      ['user', 'Wow, ok. Can we view on Thursday after office hours?', 47],
      ['agent', 'Thursday 6:30 PM. I will meet you in the lobby.', 12],
      ['user', 'See you then!', 3],
    ],
  },
  {
    fits: (listingType, type) => listingType !== 'sale' && isHome(type),
    lines: [
      ['user', 'Is the {price} already inclusive of association dues?', 0],
      ['agent', 'Yes, dues are included. Water, power and internet are yours.', 55],
      ['user', 'And how many months deposit?', 6],
      ['agent', 'Two months’ deposit, one month in advance, and post-dated checks for the rest.', 21],
      ['user', 'I am paid in dollars by a company abroad and have no checkbook. Is there another way?', 130],
      [
        'agent',
        'We had a similar tenant. Bank transfer with one extra month of deposit was fine for the owner. I will ask.',
        44,
      ],
    ],
  },
  {
    fits: (_, type) => isHome(type),
    lines: [
      ['user', 'Hi {agent}, does {area} flood? We are traumatised after the last typhoon.', 0],
      [
        'agent',
        'Understandable. The street itself stayed dry last year; the low point is two blocks down. I can send you the flood map.',
        41,
      ],
      ['user', 'Please do.', 4],
      ['agent', 'Sent to your e-mail. Come when it rains, that is the best inspection there is.', 36],
    ],
  },
  {
    fits: (_, type) => type === 'office' || type === 'commercial',
    lines: [
      [
        'user',
        'Good afternoon. We are a team of twenty and looking at “{title}”. Is it possible to operate on night shift?',
        0,
      ],
      [
        'agent',
        'Good afternoon {user}. Yes, the building runs around the clock; night air-conditioning is charged by the hour.',
        52,
      ],
      ['user', 'What are the common charges on top?', 16],
      ['agent', 'I will send the lessor’s breakdown today, with a computation for the first three years.', 9],
      ['user', 'Thank you. Our finance head would also like to know the escalation.', 75],
      ['agent', 'Five percent from the second year. There is some room on the fit-out period instead.', 28],
    ],
  },
  {
    fits: (_, type) => type === 'land',
    lines: [
      ['user', 'Is the title clean and in the seller’s name?', 0],
      ['agent', 'Yes, I pulled a certified true copy at the registry last month. Happy to share it.', 88],
      ['user', 'And the right of way?', 12],
      [
        'agent',
        'Direct frontage on a public road, so none is needed. The survey is included in the documents.',
        31,
      ],
      ['user', 'Good. We would like to walk the lot with our architect.', 190],
    ],
  },
  {
    fits: always,
    lines: [
      ['user', 'Hi! Can you send more pictures, especially of the view and the parking?', 0],
      ['agent', 'Of course, {user}. I will be there tomorrow morning and take them for you.', 61],
      ['user', 'Thanks a lot!', 5],
      [
        'agent',
        'As promised: they are in the listing now. The slot is near the lift, wide enough for a van.',
        1_320,
      ],
      ['user', 'Looks good. We will discuss at home and come back to you.', 84],
    ],
  },
  {
    fits: (listingType, type) => listingType === 'sale' && isHome(type),
    lines: [
      [
        'user',
        'Hello {agent}, we viewed it yesterday. We would like to offer 6% below {price}, cash, closing within 30 days.',
        0,
      ],
      ['agent', 'Thank you, {user}. I will bring it to the owner tonight.', 18],
      ['agent', 'The owner would meet you at 3% below, and leave the air-conditioners.', 1_105],
      ['user', 'That sounds fair. Can you send the draft contract?', 150],
      ['agent', 'You will have it tomorrow before noon. Congratulations in advance!', 26],
    ],
  },
  {
    fits: (listingType, type) => listingType === 'rent' && isHome(type),
    lines: [
      [
        'user',
        'Good evening! My daughter starts in August and needs a place near campus. Is the unit safe for a girl living alone?',
        0,
      ],
      [
        'agent',
        'Good evening {user}. Guards and CCTV day and night, visitors register, and the lift needs a card. Half of the floor are students.',
        73,
      ],
      ['user', 'That is a relief. May we visit on Sunday?', 9],
      ['agent', 'Sunday after mass is fine, say 11 AM?', 15],
    ],
  },
  {
    fits: always,
    lines: [['user', 'Hi {agent}, is “{title}” still open for viewing this weekend?', 0]],
  },
  {
    fits: always,
    lines: [
      ['user', 'Hello, interested po. What is the last price?', 0],
      [
        'agent',
        'Hello {user}! It is listed at {price}; the owner is open to a serious offer in writing. Have you seen it yet?',
        20,
      ],
      ['user', 'Not yet. I am free on weekdays after 3.', 35],
    ],
  },
];

export const colleagueThreads: readonly (readonly Line[])[] = [
  [
    [
      'user',
      'Hi {agent}, I have a buyer for a 2BR in your area, cash, budget up to 25M. Anything that is not listed yet?',
      0,
    ],
    ['agent', 'Hi {user}! One is coming up next week, corner unit. Usual sharing?', 46],
    ['user', 'Usual sharing. Send me what you have and I will hold the client.', 12],
    ['agent', 'Sending the floor plan tonight. Owner prefers viewings before noon.', 150],
  ],
  [
    [
      'user',
      'Do you know a lawyer who is quick with estate settlements? My seller’s father just passed away.',
      0,
    ],
    [
      'agent',
      'Sorry to hear that. Yes, I work with a small office in Pasig, careful and not expensive. I will introduce you.',
      64,
    ],
    ['user', 'Thank you, I owe you a coffee.', 7],
  ],
  [
    [
      'user',
      'A client of mine moves from Makati to your side in March: 3BR, two dogs, yard if possible. Can we work together?',
      0,
    ],
    ['agent', 'Gladly. I have two houses that allow dogs. Is the company paying?', 82],
    ['user', 'Yes, a corporate lease for two years.', 19],
    ['agent', 'Then both owners will be happy. Shall we show them on the same morning?', 25],
    ['user', 'Perfect. Tuesday 9 AM?', 180],
  ],
  [['user', 'Quick question: what did the last 1BR in your tower really close at?', 0]],
];
