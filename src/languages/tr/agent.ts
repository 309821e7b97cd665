import type { AgentTexts } from '../agent-texts.js'
import { turkishApprovalTexts } from './approval-texts.js'

export const turkishAgent: AgentTexts = {
  tag: 'tr',
  filler: 'Hâlâ üzerinde çalışıyorum...',
  approval: turkishApprovalTexts,
  budgets: {
    user: 'Kullanım sınırınız şimdilik doldu. Lütfen daha sonra tekrar gelin.',
    session: 'Bu konuşma sınırına ulaştı. Lütfen yeni bir konuşma başlatın.',
    app: 'Bu hizmet şimdilik sınırına ulaştı. Lütfen daha sonra tekrar gelin.',
  },
  speech: {
    cannotHear: 'Sizi duyamıyorum: {why}. Lütfen yazın.',
    cannotSpeak: 'Konuşamıyorum: {why}. Yazıyla yanıt veriyorum.',
    why: {
      unauthorized: '{provider} anahtarı reddetti ({reason})',
      'rate-limited': '{provider} sınırını aştı ({reason})',
      unavailable: '{provider} hizmetinde sorun var ({reason})',
      unreachable: '{provider} hizmetine ulaşılamıyor ({reason})',
      rejected: '{provider} isteği reddetti ({reason})',
      timeout: '{provider} zamanında yanıt vermedi',
      'bad-answer': '{provider} kullanamayacağım bir şey gönderdi ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'Sunucu bir işlem yaparken durdu, bu yüzden başarılı olup olmadığını bilmiyorum. Lütfen yeniden istemeden önce kontrol edin.',
    inReply: 'Sunucu yanıtımın ortasında durdu. Lütfen yeniden sorun.',
  },
  phone: {
    greeting: 'Merhaba, ben otomatik bir asistanım. Size nasıl yardımcı olabilirim?',
    goAhead: 'Devam etmek için evet deyin ya da 1’e basın. Vazgeçmek için hayır deyin ya da 2’ye basın.',
    again: 'Evet ya da hayır demenizi bekliyorum.',
    filler: 'Bir dakika, lütfen.',
    stillThere: 'Hâlâ orada mısınız?',
    goodbye: 'Hoşça kalın.',
    timeUp: 'Bu görüşme en uzun süresine ulaştı. Lütfen yeniden arayın. Hoşça kalın.',
    farewells: [
      'hoşça kal',
      'hoşça kalın',
      'görüşürüz',
      'güle güle',
      'iyi geceler',
      'iyi günler',
      'hepsi bu',
      'bu kadar',
    ],
  },
  failures: {
    unauthorized:
      'Yanıt veremiyorum: yanıtlarımı yazan hizmet anahtarını kabul etmiyor. Lütfen işletmeciye bildirin.',
    'no-credit': 'Yanıt veremiyorum: yanıtlarımı yazan hizmetin hesabı tükendi. Lütfen işletmeciye bildirin.',
    'unknown-model': 'Yanıt veremiyorum: dil modelim artık yok. Lütfen işletmeciye bildirin.',
    'rate-limited':
      'Şu anda yanıt veremiyorum, çünkü çok fazla kişi soru soruyor. Lütfen birazdan yeniden deneyin.',
    unavailable:
      'Şu anda yanıt veremiyorum: yanıtlarımı yazan hizmette bir sorun var. Lütfen birazdan yeniden deneyin.',
    unreachable:
      'Şu anda yanıt veremiyorum, çünkü yanıtlarımı yazan hizmete ulaşamıyorum. Lütfen daha sonra yeniden deneyin.',
    rejected: 'Buna yanıt veremiyorum: yanıtlarımı yazan hizmet bunu reddetti.',
    'too-long': 'Artık yanıt veremiyorum, çünkü bu konuşma çok uzun. Lütfen yeni bir konuşma başlatın.',
    timeout: 'Şu anda yanıt veremiyorum, çünkü yanıtım çok uzun sürdü. Lütfen yeniden deneyin.',
    'bad-answer': 'Yanıt veremiyorum: yanıt olarak gelen şey anlamsızdı. Lütfen yeniden deneyin.',
    'no-answer': 'Buna bir yanıtım yok. Lütfen başka sözcüklerle söyleyin.',
    cut: 'Yanıtım yarıda kesildi. Lütfen yeniden sorun.',
    lastResort:
      'Dil modelim kullanılamıyor. Onun yerine yerleşik arama yanıt veriyor; bilgi bulabilir, ama hiçbir şeyi değiştiremez.',
    tooManySteps:
      'Burada durdum: izin verilenden fazla adım gerekti. Lütfen daha küçük bir bölümünü isteyin.',
    tooLong: 'Burada durdum: bu çok uzun sürdü. Yeniden deneyin ya da daha küçük bir bölümünü isteyin.',
    tooManyTokens:
      'Burada durdum: okumama izin verilenden fazla metin gerekti. Lütfen daha küçük bir bölümünü isteyin.',
    tooManyBadCalls:
      'Burada durdum: API için doğru bir istek oluşturamadım. Lütfen başka sözcüklerle söyleyin.',
    internal: 'Benim tarafımda bir şeyler ters gitti. Lütfen yeniden deneyin.',
  },
}
