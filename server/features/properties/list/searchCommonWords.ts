const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Words that searches are made of: what their near misses were meant for. */
export const COMMON_WORDS = words(`condominium condo house apartment townhouse duplex office commercial studio
  bedroom bedrooms bathroom bathrooms toilet toilets parking furnished unfurnished semi fully preselling rental
  paupahan upahan ibinebenta bahay kwarto garahe opisina paradahan palapag monthly month budget million thousand below
  swimming balcony garden elevator security village subdivision penthouse warehouse bungalow residence residences
  amenities available furniture center centre avenue boulevard street station university hospital airport
  floor garage lease property properties bedspace internet aircon friendly sqm hectare malapit looking
  skyline laundry clubhouse playground renovated spacious facing corner condominiums apartments houses
  quezon bonifacio legazpi salcedo manila cubao bgc taguig makati`);

/** Words that no typing error is corrected to: opposites, talk, and what everyday words are near to. */
export const NEVER_MEANT = new Set(
  words(`exclusive bidet shang million thousand below under above hundred store ridge nine mall claro recto santa namin kada barangay
    without except excluding maliban kawit newport san sta north south east west upper lower nuevo viejo uno dos
    heights hills point village of and the market church center centre complex house houses home school college
    saint international national general memorial medical doctors park place plaza grand world global santo
    central united nations mother mary queen holy family angels cross trinity christian science sacred heart
    state sister lady jesus king prince royal british american asian american institute academy learning`).filter(
    (word) => !['house', 'houses', 'village', 'center', 'centre', 'office'].includes(word),
  ),
);

/** Right as they are, however near to another. */
export const EVERYDAY_WORDS =
  words(`pasko saang lugar actual actually again ahead alone although always amount answer appliance arrange asking based
  before begin being black blue board bring brown bus business busy calm care case catch certain chair chance
  change check chef choice church class clerk coast cold come compare cook cool count course cover crew cross
  daily dear deep delay desk doctor draft dream drop during early earn eat elder empty engineer enough enter entry
  equal event ever exact expect extra face factory fair fairly fall famous fast father feel fence few field fill
  final finish fire fit flat flight fly food foot force form fort forward found fresh fridge fruit fun future gate
  gift girl glass global goal gold grab grade grand green grow hair hall handle hard health hear heart heavy hill
  history hold holiday hope horse host hot huge human hundred idea image includes inside invest island issue item
  join joint keep key king large late law lawyer learn leave left legal life line link little local lock lodge
  love lucky lunch made mail manage manager many married master match meal mean meet member men mile mine mini
  minor miss mixed model moment money moon mother mount mouse mouth movie music name neat news night noise noisy
  noon normal note notice often once option orange order pair paper parent party pass peace period pick piece pink
  plant play plenty point police poor prepare present pretty prime print private prize problem process profit
  proof proper pull push quality queen quite rain raise rate reach read reason recent red refund reply report rest
  retire retired retirement return rice rich right ring river rock round rule run sample sand save scene season
  seat second seek sense serve service several shape share shared sharing shopping shore shower sign silent silver
  sit site skin sleep slow smart smile smoke snow soft soil sold solid sorry sound spare speak special speed spend
  split spring stage stair stairs stand star state step stock stone stop storage storm story straight strong study
  stuff style sudden suit summer sun super supply surface sweet swim table talk tall tax teach teacher tell test
  their them thing things third through ticket tie tile time tired together told touch track trade train travel
  treat tree truck true trust try turn twice update use used useful user usual virtual visa voice wall warm wash
  watch wave weak wear weather weekend wet wheel white whole wide wild win wind window wine winter wish woman
  women wood word worker world worry write wrong yellow yet young zone ayos baba babae badyet bago bakit baon bata
  bayad bayan bigay bili dahil dati galing ganito ganun gawa gitna halos hanapbuhay hirap ibang itong kanina kanto
  kapag kita konti kulay labas lakad lalaki lalo lamang lapitan libre loob lumang maayos mabait maging maliliit
  masaya matagal mismo moderno nakatira nandito ngunit ninyo oras palengke pareho patay pati pera pinaka pinsan
  puno punta pupunta sabi sama sanay sapat simbahan sino subok swerte tama tapos tibay tiga tindahan tingin tira
  titira tulog tuloy tumira tuwing ulan una upang usap utang nakita tirhan makahanap lilipatan tahanan pambata
  maaliwalas presko mahangin pangit bulok luma bagong matanda tubig ilaw daan kalsada jeep tren taxi angkas
  tricycle trike puhunan bayaran ipon laptop desktop zoom online remote hybrid shift graveyard bpo callcenter
  pulis sundalo seaman balikbayan indian british french german pixel couch sofa cabinet curtain blinds stove oven
  microwave refrigerator ref tv television heater dispenser
  dental mental renal officer official farmer gardener nurse technician princess prince witness veteran villager fisherman
  motorist internist pacific booking cooking racing baseball basketball ballroom backroom carnival community common
  combo congestion congress conviction cooperate corporal collateral crane crate crave crime creed dominion diver
  driven drivers elevation earnest internal interpret internet fever fixer flour folly filly forepart franchise frank
  frontier functional function fraction gallery garbage generate generation greeter hostel hopping loving liking lining
  manga mania marina marking mining movement multi oblation operation pastry pasty patterns pillar pitch poly pulley
  press premier presort princes printer prospect prosperity protect quaint quarterly retain retailer rosary salmon
  saloon scamming secret seeming severity shanghai shipping shooting shocking situation skipping slang slimming sling
  solar spotty stale stalk stopping stress stressed stood terminate terminus toner topical towel trace trail trait
  transform transmit treachery vector western wildlife agree admission addition additive advertise adoption bench
  bleach bound budge closes collects commons distinct entrant harden lives packing passing powers projector secrete
  acoustic infinite infinity intersect starvation symmetry violator warden watermark whopping workhouse packed parted`);
