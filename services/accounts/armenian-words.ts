/** Words common in Armenian passwords, likeliest first, in Armenian and Latin letters. */

const PLACES = `
  հայաստան երևան երեւան գյումրի վանաձոր սևան արարատ արցախ վաղարշապատ էջմիածին աբովյան կապան հրազդան արմավիր արտաշատ իջևան
  գորիս դիլիջան չարենցավան գավառ սիսիան ալավերդի ստեփանավան աշտարակ մեղրի ջերմուկ ծաղկաձոր գառնի գեղարդ տաթև զվարթնոց
  շիրակ լոռի տավուշ սյունիք կոտայք գեղարքունիք վայոցձոր արագած մասիս հայք անի կարս վան շուշի ստեփանակերտ
  armenia hayastan hayasdan armenian yerevan erevan gyumri gjumri vanadzor sevan ararat artsakh arcax karabakh
  vagharshapat ejmiatsin echmiadzin etchmiadzin abovyan kapan hrazdan armavir artashat ijevan goris dilijan charentsavan
  gavar sisian alaverdi stepanavan ashtarak meghri jermuk tsaghkadzor caxkadzor garni geghard tatev zvartnots
  shirak lori tavush syunik kotayk gegharkunik vayotsdzor aragats masis hayk kars shushi stepanakert
  hayastani yerevantsi erevantsi haykakan hayrenik nairi urartu армения ереван севан арарат гюмри`

const NAMES = `
  անի արամ դավիթ տիգրան արմեն հայկ նարեկ գոռ գևորգ սարգիս մարիամ աննա լիլիթ մարի նարե արփի գոհար անահիտ հասմիկ շուշան
  արմինե աստղիկ գայանե կարինե հռիփսիմե լուսինե մանե միլենա նանե նունե ռուզան սոնա սիրանուշ էլեն արսեն արտակ արթուր աշոտ
  բաբկեն գագիկ գարիկ գրիգոր էդգար էրիկ կարեն լևոն հակոբ հովհաննես հրանտ մհեր մուշեղ ռուբեն սամվել սերգեյ սուրեն վահագն
  վահան վահե վարդան
  ani aram davit davith tigran armen hayk narek gor gevorg sargis mariam anna lilit lilith mari mane nare arpi gohar anahit
  hasmik shushan armine astghik astxik gayane karine hripsime lusine milena nane nune ruzan sona siranush elen arsen artak
  artur ashot babken gagik garik grigor edgar erik karen levon hakob hovhannes hrant mher mushegh ruben samvel sergey
  suren vahagn vahan vahe vardan hrach arman`

const SURNAMES = `
  հարությունյան գրիգորյան սարգսյան հովհաննիսյան խաչատրյան վարդանյան պետրոսյան հակոբյան ավետիսյան գևորգյան կարապետյան
  ղազարյան մկրտչյան մարտիրոսյան սահակյան մանուկյան ստեփանյան ասատրյան
  harutyunyan grigoryan sargsyan hovhannisyan khachatryan vardanyan petrosyan hakobyan avetisyan gevorgyan karapetyan
  ghazaryan mkrtchyan martirosyan sahakyan manukyan stepanyan asatryan`

const WORDS = `
  հատիկ բարև գաղտնաբառ սիրում սեր սիրտ կյանք մայրիկ հայրիկ մամա պապա արև արևիկ ծիրան նուռ խաղող հայ հայեր քաղաք ընտանիք
  hatik barev barevdzez gaxtnabar gaghtnabar sirum sirumem siraharvac sirts sirtik jan janik kyank kyanq mayrik hayrik
  mama papa arev arevik tsiran nur nurik xaghogh hay hayer qaghaq yntanik balik balikjan hogis tsavd pyunik`

const list = (words: string): string[] => words.trim().split(/\s+/)

/** One list per kind; a word's rank is its position. */
export const ARMENIAN_WORDS = {
  armenianPlaces: list(PLACES),
  armenianNames: list(NAMES),
  armenianSurnames: list(SURNAMES),
  armenianWords: list(WORDS),
}
