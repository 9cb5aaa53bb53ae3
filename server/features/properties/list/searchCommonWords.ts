const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Words that searches are made of: what their near misses were meant for. */
export const COMMON_WORDS = words(`condominium condo house apartment townhouse duplex office commercial studio
  bedroom bedrooms bathroom bathrooms parking furnished unfurnished semi fully preselling rental
  paupahan upahan ibinebenta bahay kwarto monthly month budget million thousand below
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
  words(`pasko alagang hayop saang lugar about above accept across actual actually adult after again ahead alone along already also although always amount another answer anyone
  anything anywhere apart appliance appliances area areas around arrange asking baby back bank based basic beach beautiful because bed before begin behind being below best better between big bigger
  bike black blue board both bring brother brown build bus business busy buyer calm camera can care case cash cat catch certain chair chance change cheap check chef child choice church clark class clear
  clerk client close closer coast coffee cold come comfy company compare cook cool could count couple course cover cozy crew cross daily dance date dear decent deep delay desk detail direct dirty doctor done
  door double down draft dream drive drop dues during each early earn easy eat eight elder email empty end engineer enough enter entry equal even event ever every exact except expat expect extra face
  factory fair fairly fall family famous far farm fast father fee feel fees female fence few fiber field fill final find fine finish fire first fit five flat flight flood fly food foot force foreign form fort forward found
  four free fresh friend fridge front fruit full fun future game gate gift girl give glass global goal going gold golf good grab grade grand great green ground group grow guard guest gusto hair half hall hand handle happy hard
  have head health hear heart heavy help here hill history hold holiday hope horse host hot hotel hour hours huge human hundred husband idea image include included includes including inclusive income inside instead interest invest investment inside island issue item join
  joint just keep key kid kids kind king kitchen know lady lake large last late later law lawyer lead learn leave left legal less let level life light like line link list little live living local lock lodge long look lot love low lower
  lucky lunch made mail main make male man manage manager many market married master match maybe meal mean meet member men middle might mile mind mine mini minor minute minutes mins miss mixed model modern moment money moon more morning most mother mount mountain mouse
  mouth move movie much music must name near nearby neat need negotiate never new news next nice night nine noise noisy none noon normal north note nothing notice now number nurse ocean offer often old once only open option orange order other others our out outside over own owner
  page pair paper parent park part party pass past pay payment peace people per perfect period person phone photo pick piece pink place plan plant play please plenty plus point police pool poor port post power prefer prepare present pretty price prime print private prize problem process profit
  proof proper public pull push quality queen quick quiet quite rain raise range rate rather reach read ready real reason recent red refund rent repair reply report rest resto retire retired retirement return rice rich ride right ring river road rock roof room rooms round rule rules run rush safe
  sale same sample sand save scene school sea search season seat second secure see seek sell send sense serious serve service set seven several shall shape share shared sharing she shop shopping shore short should show shower side sign silent silver simple since single sister sit site six size skin sleep slow small
  smart smile smoke smoking snow soft soil sold solid some son soon sorry sort sound south space spare speak special speed spend split spot spring square staff stage stair stairs stand star start state stay step still stock stone stop storage store storm story straight street strong student study stuff style such sudden suit summer sun super
  supply sure surface sweet swim table take talk tall tax teach teacher team tell ten term test than thank thanks that their them then there these they thing things think third this those three through ticket tie tile time tired title today together toilet told tomorrow too top total touch tour town track trade train travel treat tree trip truck true trust
  try turn twelve twenty twice two type under unit until update upon upper urgent use used useful user usual value very view virtual visa visit voice wait walk wall want warm wash watch water wave way weak wear weather week weekend well west wet what wheel when where which while white who whole why wide wife wild will win wind window wine winter wish with within without
  woman women wood word work worker world worry worth would write wrong year years yellow yes yet you young your zero zone
  abot agad akin alaga alam alin ako ang anak ano apat araw asawa aso ayaw ayos baba babae badyet baka bago bahay bakit balak bale baon basta bata bawal bawat bayad bayan benta bigay bilhin bili bumili buwan dahil dalawa dapat dati dito doon dyan eskwela eto gabi galing gamit ganda ganito ganun gawa gitna gusto habang halos hanap hanapbuhay hanggang hapon harap hindi hirap
  ibig ibang isang itong iyon jowa kahit kaibigan kailan kailangan kami kanina kanto kapag kasama kasi kaso katabi kaya kayo kelangan kesa kina kita konti kulay kumpleto kung kuya labas lahat lakad lalaki lalo lamang lang lapit lapitan libre likod lima linggo lipat loob lugar lumang lumipat maayos mabait maganda magandang magkano maging malaki malaking malapit maliit maliliit malinis maluwag mama marami maraming mas masaya matagal
  mataas mayroon meron mismo moderno mula mura murang naka nakatira naman namin nandito nanay nasa natin ngayon ngunit nila ninyo niya noong noon oras paano pababa pala palengke pamilya para parang pareho pasok pataas patay pati pera pero pinaka pinakamura pinsan puno punta pupunta pusa pwede sabi salamat sama sana sanay sapat sarili sige sila simbahan sino subok sulit swerte
  tabi taga tahimik tama tao tapat tapos tatay tatlo tayo tibay tiga tindahan tingin tira tirahan titira trabaho tulog tulong tuloy tumira tuwing ulan una upang usap utang wala walang yung boss maam admin nakita titirhan tirhan maghanap makahanap lilipatan magandang tahanan pambata
  hope mahal malawak malinis maaliwalas presko mahangin pangit bulok luma bagong bago bata matanda tubig kuryente ilaw daan kalsada jeep bus tren taxi grab angkas tricycle trike opisina negosyo puhunan sahod sweldo bayaran hulog utang ipon
  wifi laptop desktop zoom online remote hybrid shift night graveyard bpo agents callcenter teacher nurse nars pulis sundalo seaman ofw balikbayan korean japanese chinese indian american british french german
  pixel couch sofa beds cabinet closet curtain blinds stove oven microwave refrigerator ref tv television heater shower washer dryer water dispenser`);
