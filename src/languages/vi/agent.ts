import type { AgentTexts } from '../agent-texts.js'
import { vietnameseApprovalTexts } from './approval-texts.js'

export const vietnameseAgent: AgentTexts = {
  tag: 'vi',
  filler: 'Tôi vẫn đang xử lý...',
  approval: vietnameseApprovalTexts,
  budgets: {
    user: 'Bạn đã dùng hết giới hạn lúc này. Vui lòng quay lại sau.',
    session: 'Cuộc trò chuyện này đã đến giới hạn. Vui lòng bắt đầu cuộc mới.',
    app: 'Dịch vụ này đã đến giới hạn lúc này. Vui lòng quay lại sau.',
  },
  speech: {
    cannotHear: 'Tôi không nghe được bạn: {why}. Vui lòng gõ chữ.',
    cannotSpeak: 'Tôi không nói được: {why}. Tôi trả lời bằng chữ.',
    why: {
      unauthorized: '{provider} từ chối khóa ({reason})',
      'rate-limited': '{provider} đã quá giới hạn ({reason})',
      unavailable: '{provider} đang gặp sự cố ({reason})',
      unreachable: 'không kết nối được với {provider} ({reason})',
      rejected: '{provider} từ chối yêu cầu ({reason})',
      timeout: '{provider} không trả lời kịp',
      'bad-answer': '{provider} gửi nội dung mà tôi không dùng được ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'Máy chủ đã dừng khi đang thực hiện một việc, nên tôi không biết việc đó có thành công không. Vui lòng kiểm tra trước khi yêu cầu lại.',
    inReply: 'Máy chủ đã dừng giữa câu trả lời của tôi. Vui lòng hỏi lại.',
  },
  phone: {
    greeting: 'Xin chào, tôi là trợ lý tự động. Tôi có thể giúp gì cho bạn?',
    goAhead: 'Hãy nói có hoặc bấm phím 1 để thực hiện. Hãy nói không hoặc bấm phím 2 để bỏ qua.',
    again: 'Tôi đang chờ bạn đồng ý hay từ chối.',
    filler: 'Xin chờ một chút.',
    stillThere: 'Bạn còn ở đó không?',
    goodbye: 'Tạm biệt.',
    timeUp: 'Cuộc gọi này đã đến thời gian tối đa. Vui lòng gọi lại. Tạm biệt.',
    farewells: [
      'tạm biệt',
      'chào nhé',
      'hẹn gặp lại',
      'chúc ngủ ngon',
      'vậy là hết',
      'thế là hết',
      'hết rồi',
    ],
  },
  failures: {
    unauthorized:
      'Tôi không trả lời được: dịch vụ viết câu trả lời của tôi không chấp nhận khóa. Vui lòng báo cho người vận hành.',
    'no-credit':
      'Tôi không trả lời được: tài khoản của dịch vụ viết câu trả lời của tôi đã hết. Vui lòng báo cho người vận hành.',
    'unknown-model':
      'Tôi không trả lời được: mô hình ngôn ngữ của tôi không còn tồn tại. Vui lòng báo cho người vận hành.',
    'rate-limited':
      'Lúc này tôi không trả lời được, vì có quá nhiều người hỏi. Vui lòng thử lại sau giây lát.',
    unavailable:
      'Lúc này tôi không trả lời được: dịch vụ viết câu trả lời của tôi gặp sự cố. Vui lòng thử lại sau giây lát.',
    unreachable:
      'Lúc này tôi không trả lời được, vì không kết nối được với dịch vụ viết câu trả lời của tôi. Vui lòng thử lại sau.',
    rejected: 'Tôi không trả lời được điều này: dịch vụ viết câu trả lời của tôi đã từ chối.',
    'too-long': 'Tôi không trả lời được nữa, vì cuộc trò chuyện này quá dài. Vui lòng bắt đầu cuộc mới.',
    timeout: 'Lúc này tôi không trả lời được, vì câu trả lời mất quá nhiều thời gian. Vui lòng thử lại.',
    'bad-answer': 'Tôi không trả lời được: nội dung nhận được không có nghĩa. Vui lòng thử lại.',
    'no-answer': 'Tôi không có câu trả lời cho điều này. Vui lòng nói cách khác.',
    cut: 'Câu trả lời của tôi bị cắt ngang. Vui lòng hỏi lại.',
    lastResort:
      'Mô hình ngôn ngữ của tôi không sẵn sàng. Phần tìm kiếm có sẵn trả lời thay; nó chỉ tra cứu, không thay đổi gì.',
    tooManySteps:
      'Tôi dừng ở đây: việc này cần nhiều bước hơn mức cho phép. Vui lòng yêu cầu một phần nhỏ hơn.',
    tooLong:
      'Tôi dừng ở đây: việc này mất quá nhiều thời gian. Vui lòng thử lại hoặc yêu cầu một phần nhỏ hơn.',
    tooManyTokens:
      'Tôi dừng ở đây: việc này cần đọc nhiều chữ hơn mức cho phép. Vui lòng yêu cầu một phần nhỏ hơn.',
    tooManyBadCalls: 'Tôi dừng ở đây: tôi không tạo được yêu cầu đúng cho API. Vui lòng nói cách khác.',
    internal: 'Đã có lỗi ở phía tôi. Vui lòng thử lại.',
  },
}
